import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Media that a person brings to the program: dropped on its window or its overlay, or chosen in the desktop's
/// dialogue.
@Suite struct DropTests {
    private static let limit = Duration.seconds(20)

    /// Opens the program without a medium; answers it and its window.
    private func open(
        offer: FakeOffer = FakeOffer(), rules: FakeRules = FakeRules(), environment: [String: String] = [:]
    ) throws -> (session: FakeSession, window: FakeSurface) {
        let session = try FakeSession(["--loop"], media: [], offer: offer, rules: rules, environment: environment)
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.role == .toplevel && $0.isMapped }, "\(player.standardError)")
        return (session, try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped }))
    }

    private func shows(_ stream: StampColor, on fake: FakeCompositor, role: FakeSurface.Role = .toplevel) -> Bool {
        fake.shows { $0.role == role && $0.isMapped && $0.stream == stream && ($0.index ?? 0) >= 5 }
    }

    private func drop(_ content: FakeCompositor.Dragged, on number: Int, of fake: FakeCompositor) -> Bool {
        let before = fake.events.count
        fake.drag(content, over: number)
        let isTaken = fake.wait(Self.limit) { _, events in
            events.dropFirst(before).contains {
                if case .asked(let word) = $0.kind { word.hasPrefix("accept") } else { false }
            }
        }
        fake.drop()
        return isTaken
    }

    /// An empty window says what it is for, plays what falls on it, and then another thing in its place; so does the
    /// overlay.
    @Test func whatIsDroppedIsPlayed() throws {
        let (session, window) = try open()
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        #expect(window.name == "Oriel" && window.index == nil)
        let (green, red) = (try smallClip(.green), try smallClip(.red))
        #expect(drop(.init("# from a file manager\r\nfile://\(green)\r\n"), on: window.number, of: fake))
        #expect(shows(.green, on: fake), "\(player.standardError)")
        #expect(
            fake.wait(Self.limit) { _, events in
                events.contains { $0.surface == window.number && $0.kind == .asked("finish") }
            })
        fake.focusKeyboard(on: window.number)
        fake.press("i")
        try #require(
            fake.wait(Self.limit) { surfaces, _ in
                let mapped = surfaces.filter(\.isMapped)
                return mapped.map(\.role) == [.layer] && mapped.allSatisfy { $0.commits >= 5 }
            })
        let overlay = try #require(fake.surfaces.first { $0.role == .layer })
        #expect(drop(.init("file://\(red)"), on: overlay.number, of: fake))
        #expect(shows(.red, on: fake, role: .layer), "\(player.standardError)")
    }

    /// Neither other kinds, nor nonsense, nor a source that never ends does more than a word.
    @Test func whatCanNotBePlayedLeavesTheWindow() throws {
        let (session, window) = try open()
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        var picture = FakeCompositor.Dragged("file:///etc/passwd")
        picture.kinds = ["image/png"]
        #expect(drop(picture, on: window.number, of: fake))
        #expect(fake.events.contains { $0.kind == .asked("accept nothing") })
        var endless = FakeCompositor.Dragged("file:///nowhere.mkv\r\n")
        endless.ends = false
        #expect(drop(endless, on: window.number, of: fake))
        #expect(drop(.init("pipe:0\r\njavascript:1"), on: window.number, of: fake))
        #expect(drop(.init("file:///etc/passwd"), on: window.number, of: fake))
        #expect(wait(Self.limit) { player.standardError.contains("/etc/passwd") }, "\(player.standardError)")
        fake.drag(.init("file:///etc/passwd"), over: window.number)
        fake.dragAway()
        #expect(drop(.init("file://\(try smallClip(.green))"), on: window.number, of: fake))
        #expect(shows(.green, on: fake), "\(player.standardError)")
        #expect(fake.events.contains { $0.kind == .asked("forget") })
    }

    /// Subtitles that fall on a film are the film's, which plays on; with a film they come with that. Alone they are
    /// nothing.
    @Test func droppedSubtitlesGoWithTheFilm() throws {
        let folder = try TemporaryFolder()
        let lines = "1\n00:00:00,000 --> 00:01:00,000\nHello\n"
        let names = ["one.srt", "two.SRT", "broken.ass"]
        let paths = names.map { "\(folder.path)/\($0)" }
        for path in paths { try Data((path.hasSuffix("ass") ? "" : lines).utf8).write(to: URL(filePath: path)) }
        let (session, window) = try open()
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        func shown() throws -> [String?] {
            fake.player()?.tracks.filter { $0.kind == .subtitle && $0.selected }.map(\.file) ?? []
        }
        #expect(drop(.init("file://\(paths[0])"), on: window.number, of: fake))
        let green = try smallClip(.green)
        #expect(drop(.init("file://\(green)"), on: window.number, of: fake))
        #expect(shows(.green, on: fake), "\(player.standardError)")
        #expect(try shown() == [])
        #expect(drop(.init("file://\(paths[0])"), on: window.number, of: fake))
        #expect(try wait(Self.limit) { try shown() == ["one.srt"] }, "\(player.standardError)")
        #expect(drop(.init("file://\(paths[1])"), on: window.number, of: fake))
        #expect(try wait(Self.limit) { try shown() == ["two.SRT"] })
        #expect(drop(.init("file://\(paths[2])"), on: window.number, of: fake))
        #expect(wait(Self.limit) { player.standardError.contains("broken.ass: ") }, "\(player.standardError)")
        let playing = try #require(fake.player())
        #expect(playing.media == green && playing.list == nil && !playing.paused)
        #expect(playing.tracks.filter { $0.kind == .subtitle }.count == 2)
        let red = try smallClip(.red)
        #expect(drop(.init("file://\(paths[1])\r\nfile://\(red)"), on: window.number, of: fake))
        #expect(shows(.red, on: fake), "\(player.standardError)")
        #expect(try wait(Self.limit) { try shown() == ["two.SRT"] })
    }

    /// A portal whose file dialogue has this answer.
    private func portal(on bus: MessageBus, files: String) throws -> StandInPortal {
        try StandInPortal(.front, ["--files", files], at: bus.address)
    }

    /// By Enter and by a click; without a choice or a portal nothing happens but a word.
    @Test(.needs(program: "dbus-daemon")) func theDesktopsDialogueIsAsked() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        let (session, window) = try open(environment: environment)
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        fake.focusKeyboard(on: window.number)
        fake.press("Return")
        #expect(wait(Self.limit) { player.standardError.contains("no file dialogue") }, "\(player.standardError)")
        let idle = try StandInPortal(.front, at: bus.address)
        fake.press("Return")
        #expect(wait(Self.limit) { idle.dialogues.count == 1 })
        idle.stop()
        let chooser = try portal(on: bus, files: "file://\(smallClip(.red)) file:///nowhere.mkv")
        defer { chooser.stop() }
        fake.movePointer(over: window.number, x: 200, y: 100)
        fake.button(.left, pressed: true)
        fake.button(.left, pressed: false)
        #expect(shows(.red, on: fake), "\(player.standardError)")
        #expect(chooser.dialogues.count == 1)
        // In front of its window, whose place is unknown afterwards.
        #expect(chooser.dialogues == ["wayland:window-\(window.number)"])
        #expect(
            fake.wait(Self.limit) { _, events in
                events.filter { $0.kind == .asked("destroy_exported") }.count == 3
            })
    }

    /// A compositor that exports no windows.
    @Test(.needs(program: "dbus-daemon")) func theDialogueComesWithoutAParentToo() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let chooser = try portal(on: bus, files: "file://\(smallClip(.red))")
        defer { chooser.stop() }
        let (session, window) = try open(
            offer: FakeOffer { $0.missing = ["zxdg_exporter_v2"] },
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        fake.focusKeyboard(on: window.number)
        fake.press("Return")
        #expect(shows(.red, on: fake), "\(player.standardError)")
        #expect(chooser.dialogues == [""])
    }

    /// A handle that comes after the wait for it changes nothing: the dialogue is open, without a parent.
    @Test(.needs(program: "dbus-daemon")) func aLateHandleAsksForNoSecondDialogue() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let chooser = try portal(on: bus, files: "open")
        defer { chooser.stop() }
        let (session, window) = try open(
            rules: FakeRules { $0.sendsHandles = false }, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        fake.focusKeyboard(on: window.number)
        fake.press("Return")
        try #require(wait(Self.limit) { chooser.dialogues.count == 1 }, "\(player.standardError)")
        #expect(chooser.dialogues == [""])
        fake.sendHandles()
        #expect(
            stays(for: .seconds(1), because: "a portal is called within a turn of the loop after the handle") {
                chooser.dialogues.count == 1
            })
        try chooser.set("files", "file://\(smallClip(.red))")
        #expect(shows(.red, on: fake), "\(player.standardError)")
        #expect(chooser.dialogues.count == 1)
    }

    /// The view whose dialogue is open has been succeeded by another one when the user chooses.
    @Test(.needs(program: "dbus-daemon")) func theChoiceComesToTheViewThatSucceedsTheAsking() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let chooser = try portal(on: bus, files: "open")
        defer { chooser.stop() }
        let folder = try TemporaryFolder()
        let pipe = try FaceApp.pipe(in: folder)
        let face = FaceApp(
            app: try fake.launch(
                Executable.built("oriel-lab"), ["face", "--opens-files", "--lines", pipe, try smallClip(.green)],
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]),
            pipe: try #require(FileHandle(forUpdatingAtPath: pipe)))
        defer { face.app.stop() }
        try #require(shows(.green, on: fake), "\(face.app.standardError)")
        let window = try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped })
        fake.focusKeyboard(on: window.number)
        fake.press("Return")
        try #require(wait(Self.limit) { chooser.dialogues.count == 1 }, "\(face.app.standardError)")
        try face.perform("succeed")
        // The dialogue is this view's now, so the key opens no other.
        fake.press("Return")
        #expect(
            stays(for: .seconds(1), because: "a dialogue is asked for within 300 ms after the key") {
                chooser.dialogues.count == 1
            })
        try chooser.set("files", "file://\(smallClip(.red))")
        #expect(shows(.red, on: fake), "\(face.app.standardError)")
    }

    /// As a menu starts it.
    @Test func withoutAWordAnEmptyWindowOpens() throws {
        let fake = try FakeCompositor()
        let session = FakeSession(fake, try fake.launch(Executable.built("oriel")))
        defer { session.stop() }
        let (window, player) = (try session.shown(.toplevel, commits: 1), session.player)
        #expect(window.name == "Oriel")
        fake.focusKeyboard(on: window.number)
        // Nothing to lift: Picture in Picture is refused and the window stays.
        fake.press("i")
        fake.press("q")
        #expect(player.wait(Self.limit) == .code(0), "\(player.standardError)")
        #expect(!fake.surfaces.contains { $0.role == .layer && $0.isMapped })
    }
}
