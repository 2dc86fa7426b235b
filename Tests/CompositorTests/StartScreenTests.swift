import OrielGeometry
import OrielPlay
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A window without a medium, as a user sees and clicks it.
@Suite(.serialized) struct StartScreenTests {
    private static let output = Size(width: 1280, height: 720)

    @Test(.needs(.phoc)) func aFilmGoesOnWhereItWasLeftAndIsForgotten() async throws {
        let program = try OrielProgram()
        let clip = try program.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        try await withCompositor(.phoc) { compositor in
            let session = OrielSession(compositor, program)
            let mouse = try VirtualPointer(socket: compositor.socket)
            /// Pixels of a rectangle that are white: letters.
            func white(_ area: Rect) throws -> Int {
                let picture = try Screenshot.take(of: compositor)
                return (area.y..<area.maxY).reduce(0) { sum, y in
                    sum + (area.x..<area.maxX).count { picture[$0, y] & 0xFF_FFFF == 0xFF_FFFF }
                }
            }
            // The pointer's picture has a few white pixels too.
            func hasLetters(_ area: Rect, _ isSo: Bool = true) throws -> Bool {
                try wait(.seconds(10)) { try (white(area) > 100) == isSo }
            }
            func click(_ area: Rect) throws {
                try mouse.move(to: Point(x: area.x + area.width / 2, y: area.y + area.height / 2))
                try mouse.click()
            }
            func openEmpty(_ id: String) throws -> ChildProcess {
                try compositor.launch(program.path, ["play", "--audio", "none", "--fullscreen", "--id", id])
            }
            let layout = StartScreenLayout(Self.output, lines: 3, recent: 1, hasAdvice: false)
            let none = StartScreenLayout(Self.output, lines: 3, recent: 0, hasAdvice: false)
            let (row, forget) = (try #require(layout.rows.first), try #require(layout.forget))

            try session.play(["--fullscreen", "--id", "a", clip], expecting: ["a": .fullscreen])
            try session.run("pause")
            try session.run("seek", "20")
            try session.run("quit")

            let empty = try openEmpty("b")
            defer { empty.stop(grace: .zero) }
            for line in layout.lines { #expect(try hasLetters(line), "\(empty.standardError)") }
            try #require(try hasLetters(row), "\(empty.standardError)")
            try click(row)
            try session.wait(for: "b") { $0.frames.presented > 0 && (20..<30).contains($0.position) }
            // Its picture covers the words.
            #expect(try hasLetters(layout.lines[2], false))
            try session.run("quit")

            let again = try openEmpty("c")
            defer { again.stop(grace: .zero) }
            try #require(try hasLetters(forget), "\(again.standardError)")
            try click(forget)
            // The lines without a list lie above the button's place.
            #expect(try hasLetters(forget, false))
            for line in none.lines { #expect(try hasLetters(line)) }
        }
    }
}
