import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The overlay under a hand: thrown, put down, put away at an edge, and out of the way of clicks. One compositor for
/// all.
@Suite(.serialized) struct OverlayHandTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func itGoesWhereHandsAndCommandsSendItAndComesBack(kind: CompositorKind) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1500)
        try await withCompositor(kind) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let below = try TestSurface(
                .fullScreen, size: Size(width: 1280, height: 720), socket: compositor.socket
            ) { $0 == 0 ? .plain(0x30_3030) : nil }
            defer { below.stop() }
            let session = try OrielSession(compositor)
            try session.play(
                [
                    "--renderer", kind == .sway ? "gles" : "shm", "--loop", "--id", "a", "--pip", "--size", "320x180",
                    clip,
                ],
                expecting: ["a": .pip])
            try throwAndPutDown(mouse, session)
            try putAway(mouse, session)
            try lock(mouse, session, below)
            try remember(session, clip)
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func theKeyboardIsTheOverlaysFromFocusToEscape(kind: CompositorKind) async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withCompositor(kind) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let session = try OrielSession(compositor)
            try session.play(["--loop", "--id", "w", clip], expecting: ["w": .window])
            try session.play(
                ["--loop", "--id", "a", "--pip", "--size", "320x180", clip], expecting: ["w": .window, "a": .pip])
            /// The ring, in the middle of the upper edge.
            func hasRing() throws -> Bool {
                let pixel = try Screenshot.take(of: compositor)[940 + 160, 520 + 3]
                return pixel & 0xFF > 240 && pixel >> 8 & 0xFF > 180
            }
            for isByTab in [false, true] {
                try keyboard.press("space")
                try session.wait(for: "w") { $0.paused }
                try session.run("focus")
                #expect(try wait(.seconds(10)) { try hasRing() }, "nothing says that it has the keyboard")
                try pause(by: keyboard, isByTab: isByTab)
                try session.wait(for: "a") { $0.paused }
                try keyboard.press("Escape")
                #expect(try wait(.seconds(10)) { try !hasRing() })
                try keyboard.press("space")
                try session.wait(for: "w") { !$0.paused }
                #expect(try session.player("a").paused)
                try session.run("resume", "--player", "a")
            }
        }
    }

    /// By its own key, or by the button that Tab leads to.
    private func pause(by keyboard: VirtualKeyboard, isByTab: Bool) throws {
        guard isByTab else { return try keyboard.press("space") }
        var state = ControlsState(.pictureInPicture)
        state.duration = .seconds(10)
        state.canSwap = true
        let layout = ControlsLayout(
            state, in: ControlsLayout.Surroundings(surface: Size(width: 320, height: 180), scale: 1))
        let order = layout.order(isRightToLeft: false)
        for _ in 0...(try #require(order.firstIndex(of: .playPause))) { try keyboard.press("Tab") }
        try keyboard.press("Return")
    }

    /// phoc 0.24 falls over a client's surfaces if it hears of its end before it hears that they are gone: one time in
    /// two with a mark on the overlay.
    @Test(.needs(.phoc)) func aPlayerThatQuitsLeavesItsCompositorStanding() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withSession(.phoc) { session, _ in
            for _ in 0..<5 {
                let player = try session.play(
                    ["--renderer", "shm", "--loop", "--id", "a", "--pip", "--size", "320x180", clip],
                    expecting: ["a": .pip])
                try session.run("lock")
                #expect(try wait(.seconds(10)) { try isMarked(session) })
                try session.run("quit")
                #expect(player.wait(.seconds(10)) == .code(0))
            }
            #expect(try session.status().isEmpty)
        }
    }

    private func throwAndPutDown(_ mouse: VirtualPointer, _ session: OrielSession) throws {
        try session.wait(for: "a") { $0.rect == .init(x: 940, y: 520, width: 320, height: 180) }
        // Up and to the left, faster than a thousand pixels a second.
        try mouse.drag(from: Point(x: 1100, y: 560), to: Point(x: 980, y: 480), steps: 8, throwing: true)
        try expect(Rect(x: 20, y: 20, width: 320, height: 180), session)
        #expect(try session.player("a").placement?.corner == .topLeft)
        try mouse.drag(from: Point(x: 180, y: 60), to: Point(x: 400, y: 260), steps: 8)
        try expect(Rect(x: 240, y: 220, width: 320, height: 180), session)
        try session.run("move", "-5,50")
        try expect(Rect(x: 0, y: 50, width: 320, height: 180), session)
        try session.run("move", "bottom-right")
        try expect(Rect(x: 940, y: 520, width: 320, height: 180), session)
    }

    private func putAway(_ mouse: VirtualPointer, _ session: OrielSession) throws {
        try mouse.drag(from: Point(x: 960, y: 560), to: Point(x: 1270, y: 560), steps: 8)
        try session.wait(for: "a") {
            $0.pip.stashed && $0.rect == .init(x: 1236, y: 520, width: 320, height: 180)
                && $0.placement?.margins == [0, 20, 20, 0]
        }
        // It draws no frame, and what it plays goes on.
        let before = try session.player("a")
        try session.wait(for: "a") { abs($0.position - before.position) > 1 }
        #expect(try session.player("a").frames.presented - before.frames.presented < 12, "it glides for 200 ms")
        let picture = try Screenshot.take(of: session.compositor)
        #expect(picture[1230, 610] & 0xff_ffff == 0x30_3030, "there is more of it than its tab")
        #expect(picture[1277, 530] & 0xff_ffff != 0x30_3030, "its tab is gone")
        try mouse.move(to: Point(x: 1258, y: 610))
        try mouse.click()
        try session.wait(for: "a") { !$0.pip.stashed }
        try expect(Rect(x: 940, y: 520, width: 320, height: 180), session)
        try session.run("stash")
        #expect(try session.player("a").pip.stashed)
        try session.run("unstash")
        try expect(Rect(x: 940, y: 520, width: 320, height: 180), session)
    }

    /// There is something bright on the body of the padlock, in the upper right corner of an overlay in its first
    /// place.
    private func isMarked(_ session: OrielSession) throws -> Bool {
        let pixel = try Screenshot.take(of: session.compositor)[940 + 298, 520 + 25]
        return [16, 8, 0].allSatisfy { pixel >> $0 & 255 > 200 }
    }

    private func lock(_ mouse: VirtualPointer, _ session: OrielSession, _ below: TestSurface) throws {
        func presses(_ events: [InputEvent]) -> Int { events.count { $0 == .button(code: 0x110, pressed: true) } }
        try session.run("lock")
        #expect(try session.player("a").pip.locked)
        #expect(try wait(.seconds(10)) { try isMarked(session) }, "nothing says that it is locked")
        let before = presses(below.events)
        try mouse.move(to: Point(x: 1000, y: 550))
        try mouse.click()
        #expect(below.waitForEvents(.seconds(10)) { presses($0) == before + 1 }, "\(below.events)")
        try mouse.drag(from: Point(x: 1000, y: 550), to: Point(x: 800, y: 400))
        #expect(try session.player("a").rect == .init(x: 940, y: 520, width: 320, height: 180))
        try session.run("unlock")
        #expect(try wait(.seconds(10)) { try !isMarked(session) })
        let after = presses(below.events)
        try mouse.drag(from: Point(x: 1000, y: 550), to: Point(x: 900, y: 450), steps: 8)
        try expect(Rect(x: 840, y: 420, width: 320, height: 180), session)
        #expect(presses(below.events) == after)
        // The hotkey is a way out, too.
        for command in ["lock", "toggle", "toggle"] { try session.run(command) }
        #expect(try !session.player("a").pip.locked)
    }

    /// The next one begins where this one was left, unless its user says otherwise.
    private func remember(_ session: OrielSession, _ clip: String) throws {
        try session.run("quit")
        #expect(session.players.last?.wait(.seconds(20)) == .code(0))
        try session.play(["--id", "a", "--pip", clip], expecting: ["a": .pip])
        try expect(Rect(x: 840, y: 420, width: 320, height: 180), session)
        session.stop()
        try session.play(["--id", "a", "--pip", "--corner", "top-left", clip], expecting: ["a": .pip])
        try expect(Rect(x: 20, y: 20, width: 320, height: 180), session)
    }

    /// Waits until it is said to be there, and seen.
    private func expect(
        _ wanted: Rect, _ session: OrielSession, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try session.wait(for: "a") {
            $0.rect == .init(x: wanted.x, y: wanted.y, width: wanted.width, height: wanted.height)
        }
        var last: Rect?
        let isThere = try wait(.seconds(10)) {
            last =
                StampReader.locate(in: try Screenshot.take(of: session.compositor))
                .first { $0.stream == .green }?.picture
            return last.map { abs($0.x - wanted.x) <= 3 && abs($0.y - wanted.y) <= 3 } ?? false
        }
        #expect(isThere, "it stands at \(String(describing: last))", sourceLocation: sourceLocation)
    }
}
