import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The clipboard of compositors, which wl-copy fills.
@Suite struct ClipboardTests {
    private static let limit = Duration.seconds(20)
    private static let size = Size(width: 640, height: 360)
    /// Place of messages in a window of 1280×720.
    private static let message = Rect(x: 20, y: 20, width: 400, height: 50)

    @Test(.needs(.phoc, .sway), .needs(program: "wl-copy"), arguments: [CompositorKind.phoc, .sway])
    func theAddressOfTheClipboardPlays(kind: CompositorKind) async throws {
        let path = try OrielProgram.clip(.green, frames: 900, size: Self.size)
        try await withSession(kind) { session, compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let mouse = try VirtualPointer(socket: compositor.socket)
            func copy(_ text: String) throws -> ChildProcess {
                try compositor.launch("wl-copy", ["--foreground", text])
            }
            func hasMessage(_ isSo: Bool = true) throws -> Bool {
                try wait(.seconds(10)) {
                    let picture = try Screenshot.take(of: compositor)
                    let area = Self.message
                    let count = (area.y..<area.maxY).reduce(0) { sum, y in
                        sum + (area.x..<area.maxX).count { picture[$0, y] & 0xFF_FFFF == 0xFF_FFFF }
                    }
                    return (count > 80) == isSo
                }
            }
            let empty = try compositor.launch(
                session.program.path, ["play", "--audio", "none", "--fullscreen", "--loop", "--id", "b"])
            defer { empty.stop(grace: .zero) }
            try session.wait(for: "b") { $0.mode == .fullscreen }
            let bad = try copy("no address, only words")
            defer { bad.stop(grace: .zero) }
            // The clipboard's program needs its time.
            try #require(
                try wait(.seconds(10)) {
                    try keyboard.press("Ctrl+v")
                    return try hasMessage()
                }, "\(empty.standardError)")
            try #require(try hasMessage(false))
            let good = try copy("file://\(path)\n")
            defer { good.stop(grace: .zero) }
            let place = try #require(StartPagePlan().paste)
            try #require(bad.wait(Self.limit) != nil, "wl-copy doesn't end when another one has the clipboard")
            try mouse.move(to: Point(x: place.x + place.width / 2, y: place.y + place.height / 2))
            try mouse.click()
            try session.wait(for: "b") { $0.frames.presented > 5 }
        }
    }

    /// More than a mebibyte is refused while it comes.
    @Test(.needs(.phoc), .needs(program: "wl-copy")) func aHugeClipboardSaysSo() async throws {
        let program = try OrielProgram()
        let path = program.folder.path + "/huge"
        try Data(repeating: UInt8(ascii: "a"), count: 64 << 20).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try await withSession(.phoc, program) { session, compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let empty = try compositor.launch(
                program.path, ["play", "--audio", "none", "--fullscreen", "--id", "b"])
            defer { empty.stop(grace: .zero) }
            try session.wait(for: "b") { $0.mode == .fullscreen }
            let copy = try compositor.launch("sh", ["-c", "exec wl-copy --foreground --type text/plain <\(path)"])
            defer { copy.stop(grace: .zero) }
            try #require(
                try wait(.seconds(20)) {
                    try keyboard.press("Ctrl+v")
                    let picture = try Screenshot.take(of: compositor)
                    let area = Self.message
                    // Wider than the line about an empty clipboard, which ends before 240.
                    return (area.y..<area.maxY).contains { y in
                        (260..<area.maxX).contains { picture[$0, y] & 0xFF_FFFF == 0xFF_FFFF }
                    }
                }, "\(empty.standardError)")
            try session.run("add", try OrielProgram.clip(.green, frames: 300, size: Self.size))
            try session.wait(for: "b") { $0.frames.presented > 0 }
        }
    }
}
