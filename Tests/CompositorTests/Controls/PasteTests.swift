import Foundation
import OrielGeometry
import OrielPlay
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Addresses and files from the clipboard, which another program owns.
@Suite struct PasteTests {
    private static let limit = Duration.seconds(20)
    private static let size = Size(width: 640, height: 360)
    /// Place of messages in a window of 1280×720.
    private static let message = Rect(x: 20, y: 20, width: 400, height: 50)

    private func open(on fake: FakeCompositor) throws -> (player: ChildProcess, window: FakeSurface) {
        let player = try fake.launch(Executable.built("oriel"), ["play", "--audio", "none", "--loop"])
        try #require(
            fake.wait(Self.limit) { surfaces, _ in surfaces.contains { $0.role == .toplevel && $0.isMapped } },
            "\(player.standardError)")
        let window = try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped })
        fake.focusKeyboard(on: window.number)
        return (player, window)
    }

    private func paste(_ content: FakeCompositor.Dragged?, into window: FakeSurface, of fake: FakeCompositor) {
        fake.copy(content, for: window.number)
        fake.press("v", modifiers: ["Control"])
    }

    private func shows(_ stream: StampColor, on fake: FakeCompositor) -> Bool {
        fake.wait(Self.limit) { surfaces, _ in
            surfaces.contains { $0.role == .toplevel && $0.isMapped && $0.stream == stream && ($0.index ?? 0) >= 5 }
        }
    }

    private func clip(_ stream: StampColor) throws -> String {
        try StampedClip(stream: stream, size: Self.size, frames: 900).file()
    }

    /// A compositor with subsurfaces.
    private func makeFake() throws -> FakeCompositor {
        var offer = FakeOffer()
        offer.hasSubcompositor = true
        return try FakeCompositor(offer)
    }

    /// Subsurfaces that are shown: the page of the empty window, and a message.
    private func children(of fake: FakeCompositor) -> Int {
        fake.surfaces.count { $0.role == .subsurface && $0.isMapped && $0.bufferSize.height > 1 }
    }

    @Test(.needs(.phoc, .sway), .needs(program: "wl-copy"), arguments: [CompositorKind.phoc, .sway])
    func theAddressOfTheClipboardPlays(kind: CompositorKind) async throws {
        let program = try OrielProgram()
        let path = try program.clip(.green, frames: 900, size: Self.size)
        try await withSession(kind, program) { session, compositor in
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
                program.path, ["play", "--audio", "none", "--fullscreen", "--loop", "--id", "b"])
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

    @Test func aPathPlaysInTheWindowAndTheFilmBeforeStaysInTheList() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let (player, window) = try open(on: fake)
        defer { player.stop() }
        var text = FakeCompositor.Dragged("  \(try clip(.green))  \n")
        text.kinds = ["text/html", "text/plain;charset=utf-8"]
        paste(text, into: window, of: fake)
        #expect(shows(.green, on: fake), "\(player.standardError)")
        paste(.init("file://\(try clip(.red))"), into: window, of: fake)
        #expect(shows(.red, on: fake), "\(player.standardError)")
        let kinds = fake.events.compactMap { if case .asked(let word) = $0.kind { word } else { nil as String? } }
        #expect(kinds.contains("paste text/plain;charset=utf-8") && kinds.contains("paste text/uri-list"))
        #expect(kinds.contains("forget"))
    }

    /// Each leaves the empty window as it was, with one line.
    @Test func whatIsNoAddressSaysSo() throws {
        let fake = try makeFake()
        defer { fake.stop() }
        let (player, window) = try open(on: fake)
        defer { player.stop() }
        try #require(wait(Self.limit) { children(of: fake) == 1 }, "\(player.standardError)")
        var picture = FakeCompositor.Dragged("x")
        picture.kinds = ["image/png"]
        for content in [nil, picture, .init("javascript:alert(1)\n-\n\u{1B}[2J")] {
            paste(content, into: window, of: fake)
            #expect(wait(Self.limit) { children(of: fake) == 2 }, "\(String(describing: content))")
            #expect(wait(Self.limit) { children(of: fake) == 1 })
        }
        #expect(player.wait(.zero) == nil)
    }

    /// A program that never ends its text is waited for 5 s; another paste doesn't wait for it.
    @Test func aClipboardThatNeverEndsHoldsNothingUp() throws {
        let fake = try makeFake()
        defer { fake.stop() }
        let (player, window) = try open(on: fake)
        defer { player.stop() }
        try #require(wait(Self.limit) { children(of: fake) == 1 }, "\(player.standardError)")
        var endless = FakeCompositor.Dragged("file:///nowhere.mkv\n")
        endless.ends = false
        paste(endless, into: window, of: fake)
        #expect(wait(Self.limit) { children(of: fake) == 2 }, "\(player.standardError)")
        for _ in 0..<20 { paste(endless, into: window, of: fake) }
        paste(.init("file://\(try clip(.green))"), into: window, of: fake)
        #expect(shows(.green, on: fake), "\(player.standardError)")
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
            try session.run("add", try program.clip(.green, frames: 300, size: Self.size))
            try session.wait(for: "b") { $0.frames.presented > 0 }
        }
    }

    @Test func filesByTheHundredAreAList() throws {
        let folder = try TemporaryFolder()
        let clip = try clip(.green)
        let paths = (0..<200).map { "\(folder.path)/film \($0).mkv" }
        for path in paths { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: clip) }
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let (player, window) = try open(on: fake)
        defer { player.stop() }
        let lines = paths.map { "file://" + $0.replacingOccurrences(of: " ", with: "%20") }
        paste(.init(lines.joined(separator: "\r\n")), into: window, of: fake)
        #expect(shows(.green, on: fake), "\(player.standardError)")
        let status = try #require(fake.player())
        #expect(status.list?.count == 200, "\(status)")
    }
}
