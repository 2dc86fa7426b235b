import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

@Suite(.serialized) struct SwapTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case96_aSwapInOneProcessLosesNoPicture(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_SWAPS", default: 6)
        let a = try OrielProgram.clip(.green, frames: (count * 3 / 2 + 40) * 30)
        let b = try OrielProgram.clip(.red, frames: (count * 3 / 2 + 40) * 30)
        try await withSession(kind) { session, compositor in
            try session.play(
                ["--fullscreen", "--id", "a", "--id", "b", a, b], expecting: ["a": .fullscreen, "b": .pip])
            for batch in Counts.batches(of: count) {
                try await expectSteady(.green, .red, on: compositor) { capture in
                    for number in batch {
                        try session.run("swap")
                        #expect(try session.player("a").mode == (number % 2 == 0 ? .pip : .fullscreen))
                        #expect(try session.player("b").mode == (number % 2 == 0 ? .fullscreen : .pip))
                        // Not always at the same distance.
                        try capture.pass(9 + number * 5 % 7)
                    }
                }
            }
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case96_aSwapBetweenTwoProcessesLosesNoPicture(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_HANDOFFS", default: 6)
        let frames = ((count + Self.pressed) * 3 / 2 + 40) * 30
        let a = try OrielProgram.clip(.green, frames: frames)
        let b = try OrielProgram.clip(.red, frames: frames)
        try await withCompositor(kind) { compositor in
            // Before the players: one that hears of it later misses what comes at once.
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor)
            try session.play(["--fullscreen", "--id", "a", a], expecting: ["a": .fullscreen])
            // Where it doesn't lie over the full screen's controls.
            try session.play(
                ["--pip", "--corner", "top-left", "--id", "b", b], expecting: ["a": .fullscreen, "b": .pip])
            try await expectSteady(.green, .red, on: compositor) { _ in try swapByButton(session, mouse) }
            for batch in Counts.batches(of: count) {
                try await expectSteady(.green, .red, on: compositor) { capture in
                    for number in batch {
                        try session.run("swap")
                        #expect(try session.player("a").mode == (number % 2 == 0 ? .pip : .fullscreen))
                        #expect(try session.player("b").mode == (number % 2 == 0 ? .fullscreen : .pip))
                        // Not always at the same distance.
                        try capture.pass(9 + number * 5 % 7)
                    }
                }
            }
        }
    }

    private static let pressed = Counts.of("ORIEL_BUTTON_HANDOFFS", default: 2)

    /// The full screen's controls offer to change places with the other program's picture: by their button, which is
    /// seen.
    private func swapByButton(_ session: OrielSession, _ mouse: VirtualPointer) throws {
        let screen = Rect(x: 0, y: 0, width: 1280, height: 720)
        let button = try place(of: .swap, in: .fullScreen, on: screen) { $0.canSwap = true }
        for number in 0..<Self.pressed {
            try #require(try showBar(by: mouse, over: button, of: session.compositor))
            try mouse.click()
            let isOut = number % 2 == 0
            try session.wait(for: isOut ? ["a": .pip, "b": .fullscreen] : ["a": .fullscreen, "b": .pip])
            try session.wait(for: "a") { $0.pip.state == (isOut ? .active : .idle) }
            try session.wait(for: "b") { $0.pip.state == (isOut ? .idle : .active) }
        }
    }

    /// A paused one stays where it is and one that plays goes on, and both still decode half a second after the swap.
    @Test(.needs(.phoc), arguments: [false, true])
    func case98_99_playStatesStayAndBothStillDecode(inOneProcess: Bool) async throws {
        let a = try OrielProgram.clip(.green, frames: 1800)
        let b = try OrielProgram.clip(.red, frames: 1800)
        try await withSession(.phoc) { session, compositor in
            if inOneProcess {
                try session.play(["--fullscreen", "--id", "a", "--id", "b", a, b], expecting: ["b": .pip])
            } else {
                try session.play(["--fullscreen", "--id", "a", a], expecting: ["a": .fullscreen])
                try session.play(["--pip", "--id", "b", b], expecting: ["b": .pip])
            }
            try session.run("pause", "--player", "a")
            let before = (a: try session.player("a"), b: try session.player("b"))
            try session.run("swap")
            let after = (a: try session.player("a"), b: try session.player("b"))
            #expect(after.a.mode == .pip && after.a.paused && after.a.position == before.a.position)
            #expect(after.b.mode == .fullscreen && !after.b.paused && after.b.position >= before.b.position)
            try session.run("resume", "--player", "a")
            // Half a second of each clip's frames, from the first that is seen now.
            let capture = try ScreenCapture(socket: compositor.socket)
            let start = try #require(
                capture.wait(.seconds(20)) { $0.index(of: .green) != nil && $0.index(of: .red) != nil })
            for stream in [StampColor.green, .red] {
                let first = try #require(start.index(of: stream))
                let later = capture.wait(.seconds(20)) { $0.index(of: stream) ?? 0 >= first + 15 }
                #expect(later != nil, "\(stream) stands still")
            }
            try capture.stop()
        }
    }

    /// The overlay is drawn ahead for one place and shown at another size beside the one it replaces; Mesa wrote past
    /// the end of its buffer.
    @Test(.needs(.phoc)) func aSwapOntoALargeOverlayCrashesNobody() async throws {
        let a = try OrielProgram.clip(.green, frames: 1800)
        let b = try OrielProgram.clip(.red, frames: 1800, size: .init(width: 1280, height: 720))
        try await withSession(.phoc) { session, _ in
            try session.play(["--id", "a", a], expecting: ["a": .window])
            try session.play(["--pip", "--id", "b", b], expecting: ["b": .pip])
            try session.run("resize", "640x360")
            for number in 0..<6 {
                try session.run("swap")
                #expect(try session.player("a").mode == (number % 2 == 0 ? .pip : .window))
            }
        }
    }
}
