import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Controls over the picture, as a pointer finds them. One compositor for all: each takes seconds to start.
@Suite(.serialized) struct ControlsOnPictureTests {
    private static let screen = Rect(x: 0, y: 0, width: 1280, height: 720)
    private static let toggles = Counts.of("ORIEL_CONTROLS_TOGGLES", default: 3)

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aPointerFindsThemAndThePictureIsNotDrawnForThem(kind: CompositorKind) async throws {
        let clip = try OrielProgram.clip(.green, frames: 900 * (1 + Self.toggles / 10))
        try await withCompositor(kind) { compositor in
            // Before the players: one that hears of them later misses what comes at once.
            let mouse = try VirtualPointer(socket: compositor.socket)
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let session = try OrielSession(compositor)
            let renderer = kind == .sway ? "gles" : "shm"
            try session.play(
                ["--renderer", renderer, "--paused", "--id", "a", "--fullscreen", "--corner", "top-left", clip],
                expecting: ["a": .fullscreen])
            try await hover(mouse, session)
            try lookAhead(mouse, session)
            try session.run("resume")
            try await toggle(mouse, session)
            session.stop()
            let child = try session.play(
                ["--renderer", renderer, "--loop", "--id", "a", "--pip", "--size", "480x270", clip],
                expecting: ["a": .pip])
            try press(mouse, session)
            #expect(child.wait(.seconds(20)) == .code(0), "\(child.standardError)")
            if kind == .phoc { try refuse(keyboard, session, clip) }
        }
    }

    /// They come over a paused picture and go again; no frame is presented for them, and none is without the picture.
    private func hover(_ mouse: VirtualPointer, _ session: OrielSession) async throws {
        let compositor = session.compositor
        let button = try place(.playPause, .fullScreen, Self.screen)
        let plain = try Screenshot.take(of: compositor)[button.x, button.y]
        let presented = try session.player("a").frames.presented
        try await expectSteady(.green, on: compositor, isPaused: true) { _ in
            for x in 300..<310 { try mouse.move(to: Point(x: x, y: 400)) }
            try #require(try wait(.seconds(10)) { try Screenshot.take(of: compositor)[button.x, button.y] != plain })
            try mouse.move(to: button)
            try mouse.move(to: Point(x: 300, y: 400))
            try #require(try wait(.seconds(10)) { try Screenshot.take(of: compositor)[button.x, button.y] == plain })
        }
        #expect(try session.player("a").frames.presented == presented)
    }

    /// Above the bar is a small picture of what is at the pointer's place, from the keyframe before it; nothing is
    /// drawn for it.
    private func lookAhead(_ mouse: VirtualPointer, _ session: OrielSession) throws {
        let compositor = session.compositor
        let length = Int(try #require(try session.player("a").duration) * 30)
        let presented = try session.player("a").frames.presented
        func small() throws -> StampReading? {
            StampReader.locate(in: try Screenshot.take(of: compositor)).first { $0.picture.width < 400 }
        }
        for share in [0.6, 0.25] {
            let place = try place(.scrubber, .fullScreen, Self.screen, at: share)
            try mouse.move(to: Point(x: place.x - 1, y: place.y))
            try mouse.move(to: place)
            let index = Int(Double(length) * share)
            var last: StampReading?
            // A keyframe comes every 250 frames at the latest, and a step of the film is half a second here.
            let isThere = try wait(.seconds(10)) {
                last = try small()
                return last.map { (index - 270...index + 5).contains($0.index) } ?? false
            }
            #expect(isThere, "not a picture of frame \(index): \(String(describing: last))")
            let picture = try #require(last).picture
            #expect(abs(picture.x + picture.width / 2 - place.x) < 10 && picture.maxY < place.y)
        }
        // As it is shown: phoc 0.24 makes screenshots of an output on which nothing changes from a buffer that is
        // older.
        let capture = try ScreenCapture(socket: compositor.socket)
        let count = capture.count
        try mouse.move(to: Point(x: 300, y: 400))
        let gone = capture.wait(.seconds(10), from: count) { composition in
            composition.places(of: .green).allSatisfy { $0.width >= 400 }
        }
        #expect(gone != nil, "it stays")
        #expect(try session.player("a").frames.presented == presented)
    }

    /// From a full screen whose controls are seen, by its button, and back: no composition is without the stream.
    private func toggle(_ mouse: VirtualPointer, _ session: OrielSession) async throws {
        let compositor = session.compositor
        let button = try place(.startPictureInPicture, .fullScreen, Self.screen)
        // The witness stands where no corner of the picture is, nor of the overlay.
        func toggles(_ capture: ScreenCapture) throws {
            for _ in 0..<Self.toggles {
                try #require(try showBar(by: mouse, over: button, of: compositor))
                try mouse.click()
                // The picture is there before its transition is over.
                try session.wait(for: "a") { $0.pip.state == .active }
                try session.run("toggle")
                // It is in its place again before the next.
                let end = capture.wait(.seconds(20), from: capture.count) { composition in
                    composition.places(of: .green).contains { $0.width > 1270 }
                }
                #expect(end != nil, "it never came back to its place")
                try session.wait(for: "a") { $0.pip.state == .idle }
            }
        }
        let compositions = try await ProvenCapture(of: compositor, edges: .top, coversOutput: true) { try toggles($0) }
            .compositions
        expectSteady(.green, in: compositions)
        // Case 108: on its way it is seen in several sizes, in its own shape, first smaller and smaller, then larger
        // and larger.
        let readings = compositions.compactMap { composition in
            composition.stamps.filter { $0.stream == .green }.max { $0.picture.width < $1.picture.width }
        }
        let between = readings.filter { $0.picture.width > 340 && $0.picture.width < 1260 }
        let steps = between.map(\.picture.width)
        // How many depends on the machine's speed.
        #expect(Set(steps.map { $0 / 8 }).count >= (isProving ? 5 : 2), "steps: \(steps)")
        for reading in between {
            let place = reading.picture
            let difference = abs(Double(place.height) * 16 / 9 - Double(place.width))
            // As exact as what is seen of a stamp allows: at most 3.4 were seen with three quarters of it, 17.1 with
            // fewer.
            #expect(difference < (reading.quarters >= 3 ? 8 : 24), "\(reading)")
        }
        let widths = readings.map(\.picture.width)
        let turns = zip(zip(widths, widths.dropFirst()), widths.dropFirst(2)).count {
            ($0.1 - $0.0) * ($1 - $0.1) < 0 && abs($0.1 - $0.0) > 8 && abs($1 - $0.1) > 8
        }
        #expect(turns <= 2 * Self.toggles, "it went to and fro: \(widths)")
        print("between full screen and overlay: \(steps)")
    }

    /// Each does what it shows, and nothing else is meant by it.
    private func press(_ mouse: VirtualPointer, _ session: OrielSession) throws {
        let overlay = Rect(x: 780, y: 430, width: 480, height: 270)
        func click(_ control: Control, at share: Double = 0.5, count: Int = 1) throws {
            let target = try place(control, .pictureInPicture, overlay, at: share)
            // A pointer that moves shows them.
            try mouse.move(to: Point(x: target.x + 1, y: target.y))
            try mouse.move(to: target)
            try mouse.click(count: count)
        }
        try click(.playPause)
        try session.wait(for: "a") { $0.paused }
        // No double click, but two.
        try click(.playPause, count: 2)
        try click(.playPause)
        try session.wait(for: "a") { !$0.paused }
        try click(.playPause)
        try session.wait(for: "a") { $0.paused }
        #expect(try session.player("a").mode == .pip)
        try click(.scrubber, at: 0.8)
        let length = try #require(try session.player("a").duration)
        try session.wait(for: "a") { abs($0.position - length * 0.8) < length / 50 }
        try click(.skipBackward)
        try session.wait(for: "a") { abs($0.position - (length * 0.8 - 10)) < length / 50 }
        // A drag from one doesn't move the picture.
        let grip = try place(.close, .pictureInPicture, overlay)
        try mouse.drag(from: grip, to: Point(x: grip.x - 200, y: grip.y))
        #expect(try session.player("a").rect == .init(x: 780, y: 430, width: 480, height: 270))
        try mouse.move(to: Point(x: 820, y: 600))
        /// On the screen: a click that comes before the compositor has moved the overlay goes elsewhere.
        func waitForSize(_ size: Size) throws {
            try session.wait(for: "a") { $0.placement?.size == [size.width, size.height] }
            let isShown = try wait(.seconds(10)) {
                StampReader.locate(in: try Screenshot.take(of: session.compositor)).contains {
                    abs($0.picture.width - size.width) <= 8 && abs($0.picture.maxX - overlay.maxX) <= 8
                }
            }
            #expect(isShown, "not shown at \(size)")
        }
        try mouse.scroll(y: -2)
        try waitForSize(Size(width: 581, height: 327))
        try mouse.scroll(y: 2)
        try waitForSize(overlay.size)
        try click(.stopPictureInPicture)
        try session.wait(for: "a") { $0.mode == .window && $0.pip.state == .idle }
        try session.run("toggle")
        try click(.close)
    }

    /// Linear playback takes seeking away from commands and keys.
    private func refuse(_ keyboard: VirtualKeyboard, _ session: OrielSession, _ clip: String) throws {
        try session.play(["--linear", "--paused", "--id", "b", "--fullscreen", clip], expecting: ["b": .fullscreen])
        let seek = try session.compositor.launch(session.program.path, ["seek", "+5"])
        #expect(seek.wait(.seconds(20)) == .code(1))
        #expect(
            seek.standardError.hasPrefix("oriel: seek: ") && seek.standardError.contains("seeking is disabled"),
            "\(seek.standardError)")
        try keyboard.press("Right")
        try keyboard.press("space")
        try session.wait(for: "b") { !$0.paused }
        #expect(try session.player("b").position < 4)
    }

    private func place(
        _ control: Control, _ form: ControlsForm, _ picture: Rect, at share: Double = 0.5
    ) throws -> Point {
        try CompositorTests.place(of: control, in: form, on: picture, at: share)
    }

    /// The next item begins at its beginning, however the last position under the hand and the end meet.
    @Test(.needs(.phoc)) func theBarDraggedToItsEndGoesToTheNextItemsBeginning() async throws {
        let clips = try [(StampColor.green, 150), (.red, 900)].map { stream, frames in
            try StampedClip(
                stream: stream, size: Size(width: 1280, height: 720), frames: frames, keyInterval: 300
            ).file()
        }
        try await withCompositor(.phoc) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor)
            try session.play(["--fullscreen", "--list", "--id", "a"] + clips, expecting: ["a": .fullscreen])
            let (start, end) = (
                try place(.scrubber, .fullScreen, Self.screen, at: 0.3),
                try place(.scrubber, .fullScreen, Self.screen, at: 1)
            )
            for turn in 0..<10 {
                if turn > 0 {
                    try session.run("previous")
                    try session.wait(for: "a") { $0.list?.index == 1 }
                }
                try mouse.move(to: Point(x: start.x, y: start.y - 40))
                try mouse.drag(from: start, to: Point(x: end.x + 20, y: end.y), steps: 3 + turn)
                try session.wait(for: "a") { $0.list?.index == 2 }
                let position = try session.player("a").position
                #expect(position < 3, "turn \(turn)")
            }
        }
    }
}
