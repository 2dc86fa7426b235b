import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Views in an app's own window, on a fake compositor.
@Suite struct InlineFakeTests {
    private var withSubsurfaces: FakeOffer {
        return FakeOffer { $0.hasSubcompositor = true }
    }

    /// Inhibitors that were made and are not destroyed, by the roles of their surfaces.
    private func inhibitors(_ surfaces: [FakeSurface], _ events: [FakeEvent]) -> [FakeSurface.Role?] {
        var held: [Int?] = []
        for event in events {
            if event.kind == .asked("create_inhibitor") { held.append(event.surface) }
            if event.kind == .asked("destroy_inhibitor"), let index = held.firstIndex(of: event.surface) {
                held.remove(at: index)
            }
        }
        return held.map { number in surfaces.first { $0.number == number }?.role }
    }

    /// Two pictures in one window have one inhibitor, on the window's surface. Once the app has destroyed it, without a
    /// word to its views, none is made.
    @Test func oneInhibitorIsOnTheAppsWindow() throws {
        let fake = try FakeCompositor(withSubsurfaces)
        defer { fake.stop() }
        let app = try FakeInlineApp(on: fake, "--names-toplevel")
        defer { app.process.stop(grace: .zero) }
        app.act("2")
        let isOne = fake.wait(.seconds(20)) { surfaces, events in
            surfaces.count { $0.parent != nil && $0.isMapped && $0.commits >= 20 } >= 2
                && inhibitors(surfaces, events) == [.toplevel]
        }
        #expect(isOne, "\(fake.surfaces) \(app.process.standardError)")
        let made = fake.events.count { $0.kind == .asked("create_inhibitor") }
        app.act("d")
        // The pictures are unmapped with their parent.
        fake.setRules {
            $0.frames = { $0.parent == nil }
            $0.feedback = { $0.parent == nil ? .presented : .discarded }
        }
        app.act("z")
        app.act("y")
        let isOver = fake.wait(.seconds(20)) { surfaces, events in inhibitors(surfaces, events).count <= 1 }
        #expect(isOver)
        #expect(fake.events.count { $0.kind == .asked("create_inhibitor") } == made, "\(fake.events.suffix(20))")
        #expect(app.process.isRunning && !app.process.standardOutput.contains("lost"), "\(app.process.standardOutput)")
    }

    /// An unnamed window is left alone: the desktop's portal keeps the screen on.
    @Test(.needs(program: "dbus-daemon")) func thePortalKeepsTheScreenOnForAnUnknownWindow() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let fake = try FakeCompositor(withSubsurfaces)
        defer { fake.stop() }
        let app = try FakeInlineApp(on: fake, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        defer { app.process.stop(grace: .zero) }
        func isHeld(_ asked: Int, _ ended: Int) -> Bool {
            portal.wait { calls in
                calls.count { $0 == "Inhibit 8" } == asked && calls.count { $0 == "Close Inhibit" } == ended
            }
        }
        #expect(isHeld(1, 0), "\(portal.calls)")
        app.act("z")
        #expect(isHeld(1, 1), "\(portal.calls)")
        app.act("y")
        #expect(isHeld(2, 1), "\(portal.calls)")
        app.act("o")
        #expect(isHeld(2, 2), "\(portal.calls)")
        #expect(!fake.events.contains { $0.kind == .asked("create_inhibitor") })
    }

    /// An app that leaves out the commit that a picture's coming needs: the log names it, and not the compositor.
    @Test func theLogNamesAMissingCommit() throws {
        let fake = try FakeCompositor(withSubsurfaces)
        defer { fake.stop() }
        let app = try FakeInlineApp(on: fake)
        defer { app.process.stop(grace: .zero) }
        let isSeen = fake.shows { $0.parent != nil && $0.isMapped && $0.commits >= 3 }
        #expect(isSeen, "\(fake.surfaces) \(app.process.standardError)")
        #expect(!app.process.standardError.contains("committed"), "\(app.process.standardError)")
        app.act("n")
        // A subsurface appears with its parent's commit.
        fake.setRules {
            $0.frames = { $0.parent == nil }
            $0.feedback = { $0.parent == nil ? .presented : .withheld }
        }
        app.act("o")
        app.act("b")
        let isNamed = app.process.waitForError(.seconds(20)) {
            $0.contains("no picture in the app's window: the app has not committed")
        }
        #expect(isNamed, "\(app.process.standardError)")
        for _ in 1...2 {
            #expect(try fake.launch(Executable.built("oriel"), ["toggle"]).wait(.seconds(20)) == .code(0))
        }
        let isTold = app.process.waitForError(.seconds(20)) { $0.contains("hidden; taken as presented") }
        #expect(isTold && !app.process.standardError.contains("does not say"), "\(app.process.standardError)")
    }

    /// A view whose picture is leaving it, on a fake compositor that lets it draw no more.
    private func leaving(_ app: FakeInlineApp, on fake: FakeCompositor) throws -> FakeSurface {
        var picture: FakeSurface?
        let isShown = fake.wait(.seconds(20)) { surfaces, _ in
            picture = surfaces.first { $0.parent != nil && $0.isMapped && $0.commits >= 3 }
            return picture != nil
        }
        #expect(isShown, "\(fake.surfaces) \(app.process.standardError)")
        let number = try #require(picture).number
        fake.setRules { $0.frames = { $0.number != number } }
        #expect(try fake.launch(Executable.built("oriel"), ["toggle"]).wait(.seconds(20)) == .code(0))
        return try #require(picture)
    }

    /// The placeholder over a picture.
    private func placeholder(_ surfaces: [FakeSurface], over picture: FakeSurface) -> FakeSurface? {
        surfaces.first { $0.parent == picture.number && $0.isMapped && $0.size == picture.size }
    }

    /// The placeholder appears while the picture shrinks, and is whole at last, also if the window is hidden.
    @Test func case145_aPlaceholderFadesInOverThePictureThatLeaves() throws {
        let fake = try FakeCompositor(withSubsurfaces)
        defer { fake.stop() }
        let app = try FakeInlineApp(on: fake)
        defer { app.process.stop(grace: .zero) }
        let picture = try leaving(app, on: fake)
        let fades = fake.wait(.seconds(20)) { surfaces, _ in
            (placeholder(surfaces, over: picture)?.opacity).map { $0 < 1 } ?? false
        }
        #expect(fades, "\(fake.surfaces)")
        let isWhole = fake.wait(.seconds(20)) { surfaces, _ in placeholder(surfaces, over: picture)?.opacity == 1 }
        #expect(isWhole, "\(fake.surfaces)")
    }

    /// Under the app's own drawings, and without animation, nothing moves.
    @Test(arguments: [true, false]) func case145_aPictureThatIsNotLiftedGoesAtOnce(isUnderDrawing: Bool) throws {
        let fake = try FakeCompositor(withSubsurfaces)
        defer { fake.stop() }
        let app = try isUnderDrawing ? FakeInlineApp(on: fake) : FakeInlineApp(on: fake, "--still")
        defer { app.process.stop(grace: .zero) }
        if isUnderDrawing { app.act("l") }
        let picture = try leaving(app, on: fake)
        var opacities: Set<Double> = []
        let isWhole = fake.wait(.seconds(20)) { surfaces, _ in
            if let cover = placeholder(surfaces, over: picture) { opacities.insert(cover.opacity) }
            return opacities.contains(1)
        }
        #expect(isWhole && opacities == [1], "\(opacities) \(fake.surfaces)")
    }

    @Test func case145_aReturnEndsTheLiftInAView() throws {
        let fake = try FakeCompositor(withSubsurfaces)
        defer { fake.stop() }
        let app = try FakeInlineApp(on: fake)
        defer { app.process.stop(grace: .zero) }
        let picture = try leaving(app, on: fake)
        let toggle = try fake.launch(Executable.built("oriel"), ["toggle"])
        fake.setRules { $0.frames = { _ in true } }
        #expect(toggle.wait(.seconds(20)) == .code(0), "\(toggle.standardError)")
        let isBack = fake.wait(.seconds(20)) { surfaces, _ in
            !surfaces.contains { $0.role == .layer } && placeholder(surfaces, over: picture) == nil
                && surfaces.contains {
                    $0.number == picture.number && $0.marks.map(\.picture) == picture.marks.map(\.picture)
                }
        }
        #expect(isBack, "\(fake.surfaces)")
        let stays = stays(for: .milliseconds(600), because: "the lift's own limit passes") {
            placeholder(fake.surfaces, over: picture) == nil
        }
        #expect(stays, "\(fake.surfaces)")
    }

    /// Without subsurfaces a line tells why there is no picture, and the video floats all the same.
    @Test(arguments: [true, false]) func aCompositorWithoutSubsurfacesIsTold(hasSubcompositor: Bool) throws {
        let fake = try FakeCompositor(FakeOffer { $0.hasSubcompositor = hasSubcompositor })
        defer { fake.stop() }
        let app = try fake.launch(Executable.built("oriel-lab"), ["inline", smallClip()])
        defer { app.stop(grace: .zero) }
        if hasSubcompositor {
            let isShown = fake.shows { $0.parent != nil && $0.isMapped && $0.commits >= 3 }
            #expect(isShown, "\(fake.surfaces) \(app.standardError)")
        } else {
            #expect(app.waitForError(.seconds(20)) { $0.contains("no subsurfaces") }, "\(app.standardError)")
        }
        let isPossible = wait(.seconds(20)) {
            let command = try? fake.launch(Executable.built("oriel"), ["toggle"])
            return command?.wait(.seconds(5)) == .code(0)
        }
        #expect(isPossible, "\(app.standardError)")
        let floats = fake.shows { $0.role == .layer && $0.isMapped && $0.commits >= 3 }
        #expect(floats, "\(fake.surfaces) \(app.standardError)")
        let lines = app.standardError.split(separator: "\n").filter { $0.contains("no subsurfaces") }
        #expect(lines.count == (hasSubcompositor ? 0 : 1), "\(lines)")
    }
}

/// `oriel-lab inline` on a fake compositor, and a pipe for its acts.
struct FakeInlineApp {
    let process: ChildProcess
    private let pipe: FileHandle
    private let folder = try! TemporaryFolder()

    init(
        on fake: FakeCompositor, _ options: String..., environment: [String: String] = [:]
    ) throws {
        let path = folder.path + "/acts"
        guard mkfifo(path, 0o600) == 0 else { throw TestSupportError("no named pipe") }
        // Freed memory is overwritten, so that a use of the display's objects shows.
        process = try fake.launch(
            Executable.built("oriel-lab"), ["inline", "--acts", path] + options + [smallClip()],
            environment: environment.merging(["MALLOC_PERTURB_": "165"]) { $1 })
        pipe = FileHandle(fileDescriptor: open(path, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
    }

    /// Lets the app act, and waits until it has printed that it did.
    func act(_ letter: Character, sourceLocation: SourceLocation = #_sourceLocation) {
        let line = "done \(letter)"
        let before = process.standardOutput.components(separatedBy: line).count
        pipe.write(Data(String(letter).utf8))
        let isDone = process.waitForOutput(.seconds(20)) { $0.components(separatedBy: line).count > before }
        #expect(
            isDone, "no \(line): \(process.standardOutput) \(process.standardError)", sourceLocation: sourceLocation)
    }
}
