import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Media that a person opens into a window that plays: those that can't be played leave the film and its window.
@Suite(.serialized, .needs(program: "dbus-daemon"), .needs(program: "playerctl")) struct OpenedOverFilmTests {
    private static let limit = Duration.seconds(20)

    /// A player that plays, on a compositor and a bus.
    private final class Desk {
        let fake: FakeCompositor
        let bus: MessageBus
        let player: ChildProcess
        let film: String

        init(_ options: [String] = [], film: String? = nil) throws {
            bus = try MessageBus()
            fake = try FakeCompositor(FakeOffer { $0.hasSubcompositor = true })
            let film = try film ?? smallClip(frames: 1800)
            self.film = film
            player = try fake.launch(
                Executable.built("oriel"), ["play", "--audio", "none", "--id", "a"] + options + [film],
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            try #require(shows(.green), "\(player.standardError)")
        }

        deinit {
            player.stop(grace: .zero)
            bus.stop()
            fake.stop()
        }

        func shows(_ stream: StampColor) -> Bool {
            fake.shows { $0.isMapped && $0.stream == stream && ($0.index ?? 0) >= 5 }
        }

        var picture: FakeSurface? { fake.surfaces.first { $0.isMapped && $0.stream == .green } }

        /// Messages and controls that are shown.
        var messages: Int { fake.surfaces.count { $0.role == .subsurface && $0.isMapped && $0.bufferSize.height > 1 } }

        func oriel(_ arguments: String...) throws -> (exit: ChildProcess.Exit?, error: String, output: String) {
            let command = try fake.launch(Executable.built("oriel"), arguments)
            return (command.wait(OpenedOverFilmTests.limit), command.standardError, command.standardOutput)
        }

        func open(_ address: String) throws {
            // The player comes to the bus a moment after its window.
            let isOpened = try wait(OpenedOverFilmTests.limit) { try bus.playerctl("open", address) != nil }
            #expect(isOpened, "\(player.standardError)")
        }

        func paste(_ text: String) throws {
            let window = try #require(picture)
            fake.focusKeyboard(on: window.number)
            fake.copy(.init(text), for: window.number)
            fake.press("v", modifiers: ["Control"])
        }

        func drop(_ text: String) throws {
            fake.drag(.init(text), over: try #require(picture).number)
            fake.drop()
        }
    }

    private enum Way: String, CaseIterable { case bus, paste, drop, add, key }

    /// Each way twice, in each state of the window, and then a film that can be played.
    @Test(arguments: Way.allCases, [[], ["--loop"], ["--paused"], ["--pip"], ["--keep-open"], ["--fullscreen"]])
    private func aBadAddressLeavesTheFilm(way: Way, options: [String]) throws {
        // A paused film shows its first frame.
        let desk = try Desk(options + (options == ["--paused"] ? ["--start", "1"] : []))
        let port = try LoopbackListener.freePort()
        let addresses = ["file:///nowhere.mkv", "http://127.0.0.1:\(port)/x.mp4"]
        let mode = try #require(desk.fake.player()?.mode)
        for (index, address) in addresses.enumerated() {
            let position = try #require(desk.fake.player()?.position)
            switch way {
            case .bus: try desk.open(address)
            case .paste: try desk.paste(address)
            case .drop: try desk.drop(address)
            case .add:
                #expect(try desk.oriel("add", address).exit == .code(0))
                let next = try desk.oriel("next")
                #expect(next.exit == .code(1) && next.error.contains(address.dropFirst(7)), "\(next.error)")
            case .key:
                #expect(try desk.oriel("add", address).exit == .code(0))
                desk.fake.focusKeyboard(on: try #require(desk.picture).number)
                desk.fake.press("period", modifiers: ["Shift"])
            }
            let isTold = wait(Self.limit) {
                desk.player.standardError.split(separator: "\n").count { $0.contains("play: ") } > index
            }
            #expect(isTold, "\(desk.player.standardError)")
            #expect(wait(Self.limit) { desk.messages > 0 }, "no message on the picture")
            let status = try #require(desk.fake.player(), "\(desk.player.standardError)")
            #expect(status.media == desk.film && status.mode == mode && status.position >= position)
            #expect(status.paused == (options == ["--paused"]))
        }
        #expect(try desk.oriel("add", try smallClip(.red)).exit == .code(0))
        #expect(try desk.oriel("next") == (.code(0), "", ""))
        if options == ["--paused"] { #expect(try desk.oriel("resume").exit == .code(0)) }
        #expect(desk.shows(.red), "\(desk.player.standardError)")
    }

    /// More than addresses: lists, folders, manifests, devices and nothing at all, one after the other.
    @Test func whateverIsOpenedTheFilmGoesOn() throws {
        let folder = try TemporaryFolder()
        let desk = try Desk()
        let list = folder.path + "/missing.m3u"
        try Data("/nowhere/1.mkv\n/nowhere/2.mkv\n".utf8).write(to: URL(filePath: list))
        let empty = try folder.subfolder("empty")
        let manifest = folder.path + "/none.mpd"
        try Data("<MPD></MPD>".utf8).write(to: URL(filePath: manifest))
        var last = try #require(desk.fake.player()?.position)
        for path in [list, empty, manifest, "/etc/passwd", "/dev/zero", "/dev/null", "/proc/self/mem"] {
            try desk.open("file://" + path)
            #expect(wait(Self.limit) { desk.messages > 0 }, "\(path)")
            #expect(wait(Self.limit) { desk.messages == 0 }, "\(path)")
            let status = try #require(desk.fake.player(), "\(path): \(desk.player.standardError)")
            #expect(status.media == desk.film && status.position > last, "\(path)")
            last = status.position
        }
        #expect(try desk.oriel("quit").exit == .code(0))
        #expect(desk.player.wait(Self.limit) == .code(1))
    }

    /// A server that says nothing for a while; the film ends meanwhile, and the list with it, with its status.
    @Test(arguments: [false, true]) func aFilmThatEndsMeanwhileWaitsForTheAnswer(keepsOpen: Bool) throws {
        let listener = try LoopbackListener("late")
        let isOver = Monitor(false)
        try listener.serve { _ in _ = isOver.wait { $0 ? true : nil } }
        defer {
            isOver.update { $0 = true }
            listener.end()
        }
        let short = try StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 90).file()
        let desk = try Desk(keepsOpen ? ["--keep-open"] : [], film: short)
        try desk.open("http://127.0.0.1:\(listener.port)/x.mp4")
        #expect(wait(Self.limit) { desk.messages == 1 }, "it is not said that it is being opened")
        #expect(wait(Self.limit) { desk.fake.player()?.position == 3 })
        #expect(desk.player.wait(.zero) == nil)
        isOver.update { $0 = true }
        if keepsOpen {
            #expect(wait(Self.limit) { desk.fake.player()?.paused == true })
            #expect(try desk.oriel("resume").exit == .code(0))
            #expect(try desk.oriel("quit").exit == .code(0))
        }
        #expect(desk.player.wait(Self.limit) == .code(1), "\(desk.player.standardError)")
    }
}
