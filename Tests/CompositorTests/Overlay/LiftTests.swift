import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The picture leaves its window towards the overlay, and returns out of its corner.
@Suite(.serialized) struct LiftTests {
    /// The overlay stands in the bottom right corner, so the picture does so in the window.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots, ["shm", "gles"])
    func case145_thePictureIsSeenInEachCompositionOfALift(kind: CompositorKind, renderer: String) async throws {
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        // phoc maximises windows by default.
        let settings = "\(program.folder.path)/settings"
        try FileManager.default.createDirectory(
            atPath: "\(settings)/glib-2.0/settings", withIntermediateDirectories: true)
        try "[sm/puri/phoc]\nauto-maximize=false\n".write(
            toFile: "\(settings)/glib-2.0/settings/keyfile", atomically: true, encoding: .utf8)
        let configuration = HeadlessCompositor.Configuration(
            kind, text: kind == .sway ? "for_window [title=\".*\"] floating enable, border none\n" : "",
            environment: ["GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": settings])
        try await withSession(configuration, program) { session, compositor in
            // An overlay beside the window: over its picture it would hide a part of the stamp.
            try session.play(
                ["--id", "a", "--no-controls", "--size", "240x135", "--renderer", renderer, clip],
                expecting: ["a": .window])
            // Captured in the corner away from the overlay and the window; the film's width, or a usual one if it
            // wasn't known in time.
            try await expectLift(
                "lift-\(kind)-\(renderer)", in: session, on: compositor, [.top, .left], window: 600...860,
                overlay: 236...244)
        }
    }

    /// In an app's window it does so inside its own frame, over the placeholder or the app's own drawing.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots, ["shm", "gles"])
    func case145_anInlinePictureIsSeenInEachCompositionOfALift(kind: CompositorKind, renderer: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        try await withSession(kind) { session, compositor in
            let app = try InlineSession(clip, in: session, "--renderer", renderer)
            defer { app.process.stop(grace: .zero) }
            // The window fills the output; the view is at its left.
            try await expectLift(
                "inline-\(kind)-\(renderer)", in: session, on: compositor, [.top, .right], window: 636...644,
                overlay: 316...324
            ) { app.act("p") }
        }
    }

    /// The picture leaves and returns twice. It is there in each composition, and is seen in its window's corner on its
    /// way.
    /// - Parameters:
    ///   - edges: edges at which the witness is placed, away from the pictures.
    ///   - window: widths of the picture in its window, and of the overlay.
    private func expectLift(
        _ name: String, in session: OrielSession, on compositor: HeadlessCompositor, _ edges: TestSurface.Edges,
        window: ClosedRange<Int>, overlay: ClosedRange<Int>, after act: () -> Void = {}
    ) async throws {
        let folder = Executable.environment["ORIEL_INCIDENTS"]
        let proven = try await ProvenCapture(
            of: compositor, edges: edges, keeping: folder == nil ? .none : .all
        ) { capture -> (start: Duration, width: Int) in
            let width = try settle(capture, window)
            let start = MonotonicClock.now
            for _ in 0..<2 {
                try session.run("toggle")
                try settle(capture, overlay)
                try session.run("toggle")
                try settle(capture, width - 4...width + 4)
                act()
            }
            return (start, width)
        }
        if let folder { try proven.savePictures(to: folder, name: name) }
        let (start, width) = proven.result
        expectSteady(.green, in: proven.compositions, present: .from(start))
        // The overlay's right edge is 20 pixels from the output's, the window's is not.
        let steps = proven.compositions.filter { $0.time >= start }.flatMap { $0.places(of: .green) }
            .filter { $0.width < width - 10 && $0.maxX < 1250 }
        let corner = try #require(steps.first)
        #expect(steps.allSatisfy { abs($0.maxX - corner.maxX) <= 4 && abs($0.maxY - corner.maxY) <= 4 }, "\(steps)")
        // A slow machine leaves some out.
        if isProving { #expect(steps.count >= 4 && steps.contains { $0.width < width - 100 }, "\(steps)") }
        print("\(name): widths in the window \(steps.map(\.width))")
    }

    /// Waits until the picture alone has been there for twenty compositions, and returns its width.
    @discardableResult
    private func settle(_ capture: ScreenCapture, _ widths: ClosedRange<Int>) throws -> Int {
        var steady = 0
        let found = capture.wait(.seconds(20), from: capture.count) { composition in
            let places = composition.places(of: .green)
            steady = places.count == 1 && widths.contains(places[0].width) ? steady + 1 : 0
            return steady == 20
        }
        let last = try #require(found, "\(capture.compositions.suffix(3).map { $0.places(of: .green) })")
        return last.places(of: .green)[0].width
    }

    /// A player whose picture leaves its window on a fake compositor that lets the window draw no more.
    private func leaving() throws -> (session: FakeSession, window: Int, toggle: ChildProcess) {
        let session = try FakeSession(["--loop"])
        let window = try session.shown(.toplevel).number
        session.fake.setRules { $0.frames = { $0.number != window } }
        let toggle = try session.fake.launch(Executable.built("oriel"), ["toggle"])
        let isLeft = session.fake.wait(FakeSession.limit) { surfaces, _ in
            surfaces.contains { $0.number == window && $0.inputRegion == [] && $0.isMapped }
                && surfaces.contains { $0.role == .layer && $0.isMapped && $0.opacity >= 0.5 }
        }
        #expect(isLeft, "the window takes input: \(session.fake.surfaces)")
        return (session, window, toggle)
    }

    /// The same once the overlay alone is the player's.
    private func lifted() throws -> (session: FakeSession, window: Int) {
        let (session, window, toggle) = try leaving()
        #expect(toggle.wait(FakeSession.limit) == .code(0), "\(toggle.standardError)")
        #expect(try session.status().mode == .pip)
        return (session, window)
    }

    private func isGone(_ number: Int, _ session: FakeSession) -> Bool {
        session.fake.wait(FakeSession.limit) { surfaces, _ in !surfaces.contains { $0.number == number } }
    }

    /// A window that the compositor hides goes without its animation.
    @Test func case145_aWindowThatIsLeftGoes() throws {
        let (session, window) = try lifted()
        defer { session.stop() }
        #expect(isGone(window, session), "\(session.fake.surfaces)")
        #expect(try session.status().mode == .pip)
    }

    @Test func case145_aWindowThatIsLeftIsClosed() throws {
        let (session, window) = try lifted()
        defer { session.stop() }
        session.fake.close(window)
        #expect(isGone(window, session), "\(session.fake.surfaces)")
        #expect(try session.status().mode == .pip)
        #expect(session.player.wait(.zero) == nil)
    }

    /// The next window comes after the one that is left has gone, so that there is never a third picture.
    @Test func case145_aReturnEndsTheLift() throws {
        let (session, window) = try lifted()
        defer { session.stop() }
        try session.run("toggle")
        let next = try session.shown(.toplevel, after: window)
        func time(_ kind: FakeEvent.Kind, _ number: Int) throws -> Duration {
            try #require(session.fake.events.last { $0.surface == number && $0.kind == kind }).time
        }
        #expect(try time(.destroyed, window) < time(.mapped, next.number))
        #expect(try session.status().mode == .window)
    }

    /// The compositor ends in the middle of it: the next one gets the overlay alone.
    @Test func case145_theCompositorsEndEndsTheLift() throws {
        let (session, window, toggle) = try leaving()
        defer { session.stop() }
        let fake = session.fake
        let last = try #require(fake.surfaces.map(\.number).max())
        let end = MonotonicClock.now
        fake.disconnectClients()
        let gone = try #require(fake.events.last { $0.surface == window && $0.kind == .destroyed })
        #expect(gone.time >= end, "the lift was over")
        let overlay = try session.shown(.layer, after: last)
        let isAlone = stays(for: .milliseconds(600), because: "the lift's own limit passes") {
            session.player.isRunning && fake.surfaces.contains { $0.number == overlay.number && $0.isMapped }
                && !fake.surfaces.contains { $0.role == .toplevel }
        }
        #expect(isAlone, "\(fake.surfaces) \(session.player.standardError)")
        #expect(toggle.wait(FakeSession.limit) == .code(0), "\(toggle.standardError)")
        let status = try session.status()
        #expect(status.mode == .pip && status.connected == true)
        try session.run("toggle")
        _ = try session.shown(.toplevel, after: overlay.number)
    }

    /// The window's opacity isn't that of its subsurfaces.
    @Test func case145_theSubtitlesFadeWithThePicture() throws {
        let program = try OrielProgram()
        let path = program.folder.path + "/words.srt"
        try Data("1\n00:00:00,000 --> 00:01:00,000\nWords\n".utf8).write(to: URL(filePath: path))
        let offer = FakeOffer { $0.hasSubcompositor = true }
        let session = try FakeSession(["--loop", "--no-controls", "--sub", path], offer: offer)
        defer { session.stop() }
        let window = try session.shown(.toplevel).number
        func subtitles(_ surfaces: [FakeSurface]) -> [FakeSurface] {
            surfaces.filter { $0.parent == window && $0.size.width > 1 }
        }
        let haveWords = session.fake.wait(FakeSession.limit) { surfaces, _ in subtitles(surfaces).count == 1 }
        #expect(haveWords, "\(session.fake.surfaces)")
        // It stops at the first step.
        session.fake.setRules { $0.frames = { $0.number != window || $0.opacity == 1 } }
        let toggle = try session.fake.launch(Executable.built("oriel"), ["toggle"])
        let fade = session.fake.wait(FakeSession.limit) { surfaces, _ in
            guard let picture = surfaces.first(where: { $0.number == window && $0.opacity < 1 }) else { return false }
            return subtitles(surfaces).map(\.opacity) == [picture.opacity]
        }
        #expect(fade, "\(session.fake.surfaces)")
        #expect(toggle.wait(FakeSession.limit) == .code(0), "\(toggle.standardError)")
    }

    /// The compositor is asked to draw no frame around what is left.
    @Test func case145_theFrameGoesWithThePicture() throws {
        let session = try FakeSession(["--loop"], environment: ["WAYLAND_DEBUG": "client"])
        defer { session.stop() }
        _ = try session.shown(.toplevel)
        #expect(!session.player.standardError.contains("set_mode(1)"))
        try session.run("toggle")
        #expect(session.player.waitForError(FakeSession.limit) { $0.contains("set_mode(1)") })
    }

    /// The bus has no settings, so only the configuration can forbid animations.
    @Test func case145_withoutAnimationAWindowGoesAtOnce() throws {
        let program = try OrielProgram()
        let home = try program.configurationHome(with: "[pip]\nanimation = false\n")
        let session = try FakeSession(["--loop"], environment: ["XDG_CONFIG_HOME": home])
        defer { session.stop() }
        let window = try session.shown(.toplevel).number
        let toggle = try session.fake.launch(Executable.built("oriel"), ["toggle"])
        var wasLeft = false
        let isGone = session.fake.wait(FakeSession.limit) { surfaces, _ in
            wasLeft = wasLeft || surfaces.contains { $0.number == window && $0.inputRegion == [] }
            return !surfaces.contains { $0.number == window }
        }
        #expect(isGone && !wasLeft, "\(session.fake.surfaces)")
        #expect(toggle.wait(FakeSession.limit) == .code(0))
    }
}
