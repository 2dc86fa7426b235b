import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// `--on-failure window`: starts without a terminal, from a desktop entry, a file manager or a browser.
@Suite(.serialized) struct OnFailureTests {
    private static let limit = Duration.seconds(20)
    private static let entry = ["play", "--audio", "none", "--list", "--id", "a", "--on-failure", "window", "--"]

    /// Media that can't be played, each for another reason; the text is part of the reason.
    private enum Bad: String, CaseIterable {
        case missing, junk, empty, refused, folder, list, link

        func media(in folder: TemporaryFolder) throws -> (media: String, reason: String) {
            let path = "\(folder.path)/\(rawValue)"
            switch self {
            case .missing: return ("/nowhere/film.mkv", "no such file")
            case .junk:
                try Data("only words".utf8).write(to: URL(filePath: path + ".mp4"))
                return (path + ".mp4", "media file")
            case .empty:
                try Data().write(to: URL(filePath: path + ".mkv"))
                return (path + ".mkv", "empty")
            case .refused: return ("http://127.0.0.1:\(try LoopbackListener.freePort())/x.mp4", "refused")
            case .folder: return (try folder.subfolder("nothing"), "nothing that can be played")
            case .list:
                try Data("/nowhere/1.mkv\n/nowhere/2.mkv\n".utf8).write(to: URL(filePath: path + ".m3u"))
                return (path + ".m3u", "no such file")
            case .link: return ("oriel://open?url=file%3A%2F%2F%2Fetc%2Fpasswd", "http://")
            }
        }
    }

    private func firstWindow(of fake: FakeCompositor) -> FakeSurface? {
        var window: FakeSurface?
        _ = fake.wait(Self.limit) { surfaces, _ in
            window = surfaces.first { $0.role == .toplevel && $0.isMapped }
            return window != nil
        }
        return window
    }

    @Test(arguments: Bad.allCases) private func aWindowSaysWhyAndPlaysAnother(bad: Bad) throws {
        let folder = try TemporaryFolder()
        let (media, reason) = try bad.media(in: folder)
        let fake = try FakeCompositor(FakeOffer { $0.hasSubcompositor = true })
        defer { fake.stop() }
        let player = try fake.launch(Executable.built("oriel"), Self.entry + [media])
        defer { player.stop(grace: .zero) }
        let window = try #require(firstWindow(of: fake), "\(player.standardError)")
        #expect(wait(Self.limit) { player.standardError.contains(reason) }, "\(player.standardError)")
        // The page with the reason; a message comes and goes.
        #expect(
            wait(Self.limit) {
                fake.surfaces.count { $0.role == .subsurface && $0.isMapped && $0.bufferSize.height > 1 } == 1
            })
        fake.focusKeyboard(on: window.number)
        let clip = try StampedClip(stream: .green, size: Size(width: 320, height: 180), frames: 300).file()
        fake.copy(.init("file://\(clip)"), for: window.number)
        fake.press("v", modifiers: ["Control"])
        #expect(fake.shows { $0.isMapped && $0.stream == .green }, "\(player.standardError)")
        fake.press("q")
        #expect(player.wait(Self.limit) == .code(bad == .link ? 64 : 1), "\(player.standardError)")
    }

    /// Scripts, services and mpv's hand-over don't pass the option.
    @Test(arguments: [[], ["--on-failure", "exit"]]) func withoutTheOptionThePlayerEnds(options: [String]) throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "none"] + options + ["/nowhere/film.mkv"])
        #expect(player.wait(Self.limit) == .code(1))
        #expect(player.standardError == "oriel: play: /nowhere/film.mkv: no such file\n")
        #expect(!fake.surfaces.contains { $0.role == .toplevel })
    }

    /// The overlay has nothing to show, so the window comes.
    @Test func aStartInPictureInPictureBecomesAWindow() throws {
        let session = try FakeSession(["--pip", "--on-failure", "window"], media: ["/nowhere/film.mkv"])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        let window = try #require(firstWindow(of: fake), "\(player.standardError)")
        fake.focusKeyboard(on: window.number)
        fake.press("q")
        #expect(player.wait(Self.limit) == .code(1), "\(player.standardError)")
    }

    @Test(.needs(program: "dbus-daemon"), .needs(program: "dbus-monitor"))
    func withoutACompositorTheDesktopIsNotified() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let folder = try TemporaryFolder()
        let monitor = try ChildProcess(
            "dbus-monitor", ["--address", bus.address, "interface='org.freedesktop.Notifications'"])
        defer { monitor.stop() }
        #expect(monitor.waitForOutput(.seconds(10)) { $0.contains("Name") })
        var environment = Executable.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["WAYLAND_DISPLAY"] = "nowhere"
        for options in [["--on-failure", "window"], []] {
            let player = try ChildProcess(
                Executable.built("oriel"), ["play", "--audio", "none"] + options + ["/nowhere/film.mkv"],
                environment: environment)
            #expect(player.wait(.seconds(10)) == .code(1), "\(player.standardError)")
            #expect(player.standardError.contains("oriel: play: "))
        }
        #expect(monitor.waitForOutput(.seconds(10)) { $0.contains("member=Notify") }, "\(monitor.standardOutput)")
        #expect(monitor.standardOutput.components(separatedBy: "member=Notify").count == 2)
    }
}
