import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import SystemPackage
import Testing

/// A media player on a real message bus, called by a real client (`gdbus`).
@Suite(
    .serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"),
    .enabled(if: Executable.isExpected("gdbus"), "gdbus is not installed"))
struct MediaPlayerServiceTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig() }

    private final class Requests { var list: [MediaPlayerRequest] = [] }

    private static var playing: MediaPlayerState {
        var state = MediaPlayerState(identity: "Cinema", desktopEntry: "cinema")
        state.status = .playing
        state.canPlay = true
        state.canPause = true
        state.canSeek = true
        state.metadata.item = 7
        state.metadata.title = "Film"
        state.metadata.artists = ["One", "Two"]
        state.metadata.length = .seconds(60)
        return state
    }

    private func service(
        _ state: MediaPlayerState = playing, _ requests: Requests = Requests()
    ) throws -> MediaPlayerService {
        let service = try MediaPlayerService(
            BusConnections(loop: loop, address: bus.address), program: "cinema", state: state,
            position: { .milliseconds(1500) },
            perform: { requests.list.append($0) })
        #expect(turn { service.name != nil })
        return service
    }

    private static let path = "/org/mpris/MediaPlayer2"

    /// Calls a method as `gdbus call` does, and returns its output; nil for an error.
    private func call(_ name: String?, _ method: String, _ arguments: String...) throws -> String? {
        let child = try ended(name, Self.path, method, arguments)
        return child.wait(.zero) == .code(0) ? child.standardOutput : nil
    }

    /// Calls a method, and returns the name of the error, without its prefix; nil for none.
    private func refusal(
        _ name: String?, _ method: String, _ arguments: String..., at path: String = Self.path
    ) throws -> String? {
        let prefix = "Error: GDBus.Error:org.freedesktop.DBus.Error."
        let error = try ended(name, path, method, arguments).standardError
        return error.hasPrefix(prefix) ? String(error.dropFirst(prefix.count).prefix { $0 != ":" }) : nil
    }

    private func ended(
        _ name: String?, _ path: String, _ method: String, _ arguments: [String]
    ) throws -> ChildProcess {
        let child = try gdbus(call: method, arguments, of: name ?? "", at: path, on: bus.address)
        defer { child.stop() }
        #expect(turn { !child.isRunning })
        return child
    }

    @Test func aFurtherProcessGetsANameOfItsOwn() throws {
        let (first, second) = (try service(), try service())
        #expect(first.name == "org.mpris.MediaPlayer2.cinema")
        #expect(second.name?.hasPrefix("org.mpris.MediaPlayer2.cinema.instance") == true)
    }

    @Test func allPropertiesAreRead() throws {
        let service = try service()
        let properties = "org.freedesktop.DBus.Properties.GetAll"
        let root = try #require(try call(service.name, properties, "org.mpris.MediaPlayer2"))
        for text in ["'Identity': <'Cinema'>", "'DesktopEntry': <'cinema'>", "'HasTrackList': <false>"] {
            #expect(root.contains(text), "\(root)")
        }
        let player = try #require(try call(service.name, properties, "org.mpris.MediaPlayer2.Player"))
        for text in [
            "'PlaybackStatus': <'Playing'>", "'Position': <int64 1500000>", "'Rate': <1.0>", "'CanControl': <true>",
            "'mpris:trackid': <objectpath '/org/oriel/item/7'>", "'mpris:length': <int64 60000000>",
            "'xesam:artist': <['One', 'Two']>", "'xesam:title': <'Film'>", "'LoopStatus': <'None'>",
        ] {
            #expect(player.contains(text), "\(player)")
        }
        for property in MediaPlayerProperty.allCases {
            let text = property.interface == .root ? root : player
            #expect(text.contains("'\(property.rawValue)': <"), "\(property) is missing in \(text)")
        }
    }

    @Test func methodsAndNewValuesBecomeRequests() throws {
        let requests = Requests()
        let service = try service(Self.playing, requests)
        let player = "org.mpris.MediaPlayer2.Player"
        #expect(try call(service.name, "\(player).Pause") != nil)
        #expect(try call(service.name, "\(player).Seek", "int64 -2500000") != nil)
        #expect(
            try call(service.name, "\(player).SetPosition", "objectpath '/org/oriel/item/7'", "int64 3000000") != nil)
        let set = "org.freedesktop.DBus.Properties.Set"
        #expect(try call(service.name, set, player, "Volume", "<0.5>") != nil)
        #expect(try call(service.name, set, player, "LoopStatus", "<'Track'>") != nil)
        #expect(try call(service.name, set, player, "Shuffle", "<true>") != nil)
        #expect(
            turn { requests.list.count == 6 }
                && requests.list == [
                    .pause, .skip(.milliseconds(-2500)), .seek(.seconds(3), item: 7), .setVolume(0.5),
                    .setLoopStatus(.track), .setShuffle(true),
                ])
    }

    @Test func requestsThatMakeNoSenseChangeNothing() throws {
        let requests = Requests()
        let service = try service(Self.playing, requests)
        let player = "org.mpris.MediaPlayer2.Player"
        // A position in an item that is no longer played is no error.
        #expect(try call(service.name, "\(player).SetPosition", "objectpath '/org/other'", "int64 3000000") != nil)
        #expect(try call(service.name, "\(player).Seek", "'soon'") == nil)
        #expect(try call(service.name, "\(player).OpenUri", "'ftp://host/film.mkv'") == nil)
        let set = "org.freedesktop.DBus.Properties.Set"
        #expect(try call(service.name, set, player, "LoopStatus", "<'Sometimes'>") == nil)
        #expect(try call(service.name, set, player, "Shuffle", "<'yes'>") == nil)
        #expect(try call(service.name, set, player, "Volume", "<'loud'>") == nil)
        #expect(try call(service.name, set, player, "Metadata", "<@a{sv} {}>") == nil)
        #expect(requests.list.isEmpty)
    }

    /// Wrong calls get the errors that clients expect.
    @Test func wrongCallsAreRefusedByName() throws {
        let service = try service()
        defer { withExtendedLifetime(service) {} }
        let name = service.name
        let (properties, player) = ("org.freedesktop.DBus.Properties", "org.mpris.MediaPlayer2.Player")
        #expect(try refusal(name, "\(properties).Get", player, "Nonsense") == "UnknownProperty")
        // The property of another interface.
        #expect(try refusal(name, "\(properties).Get", "org.mpris.MediaPlayer2", "Volume") == "UnknownProperty")
        #expect(try refusal(name, "\(properties).Get", "org.nonsense", "Volume") == "UnknownProperty")
        #expect(try refusal(name, "\(properties).Set", player, "Nonsense", "<1.0>") == "UnknownProperty")
        #expect(try refusal(name, "\(properties).Set", player, "Position", "<int64 1>") == "PropertyReadOnly")
        #expect(try refusal(name, "\(properties).Set", player, "Volume", "<'loud'>") == "InvalidArgs")
        #expect(try refusal(name, "\(properties).Set", player, "LoopStatus", "<'Sometimes'>") == "InvalidArgs")
        #expect(try refusal(name, "\(properties).GetAll", "org.nonsense") == "UnknownInterface")
        #expect(try refusal(name, "\(properties).GetAll", "org.freedesktop.DBus.Peer") == nil)
        #expect(try refusal(name, "\(properties).Nonsense") == "UnknownMethod")
        #expect(try refusal(name, "\(player).Nonsense") == "UnknownMethod")
        #expect(try refusal(name, "org.mpris.MediaPlayer2.Play") == "UnknownMethod")
        #expect(try refusal(name, "org.nonsense.Play") == "UnknownMethod")
        #expect(try refusal(name, "\(player).Seek") == "InvalidArgs")
        #expect(try refusal(name, "\(player).OpenUri", "ftp://host/film.mkv") == "NotSupported")
        #expect(try refusal(name, "\(player).Play", at: "/org/mpris") == "UnknownObject")
        #expect(try refusal(name, "org.freedesktop.DBus.Peer.Ping") == nil)
    }

    @Test func aConnectionHasOnePlayer() throws {
        let buses = BusConnections(loop: loop, address: bus.address)
        func player() throws -> MediaPlayerService {
            try MediaPlayerService(
                buses, program: "cinema", state: Self.playing, position: { .zero }, perform: { _ in })
        }
        let first = try player()
        #expect(turn { first.name != nil })
        let error = #expect(throws: PlatformError.self) { try player() }
        #expect(error?.errno == .fileExists)
        #expect(try call(first.name, "org.mpris.MediaPlayer2.Player.Play") != nil)
    }

    @Test func changesAreSignalledOnceWithTheirValues() throws {
        let service = try service()
        let monitor = try ChildProcess(
            "gdbus", ["monitor", "--address", bus.address, "--dest", try #require(service.name)])
        defer { monitor.stop() }
        #expect(turn { monitor.standardOutput.contains("is owned by") })
        var state = Self.playing
        state.status = .paused
        state.volume = 0.5
        service.update(state)
        service.update(state)
        service.seeked(to: .seconds(2))
        #expect(turn { monitor.standardOutput.contains("Seeked") })
        let lines = monitor.standardOutput.split(separator: "\n").filter { $0.contains("MediaPlayer2") }
        let changes = lines.filter { $0.contains("PropertiesChanged") }
        #expect(changes.count == 1, "\(lines)")
        #expect(changes.first?.contains("'PlaybackStatus': <'Paused'>") == true, "\(lines)")
        #expect(changes.first?.contains("'Volume': <0.5>") == true, "\(lines)")
        #expect(lines.last?.contains("Seeked (int64 2000000,)") == true, "\(lines)")
    }

    /// Names that others have already: the first and, with the service's eight attempts, any.
    @Test func takenNamesLeaveTheOthersAlone() throws {
        let services = try (0..<6).map { _ in try service() }
        let names = services.compactMap(\.name)
        #expect(names.count == 6 && Set(names).count == 6)
        #expect(names.filter { $0.contains(".instance") }.count == 5)
    }

    /// A medium's tags may hold anything: they are cut, and what is no UTF-8 can't reach the bus.
    @Test func hugeAndBrokenMetadataAreSentInBounds() throws {
        var state = Self.playing
        state.metadata.title = String(repeating: "é", count: 1 << 19)
        state.metadata.artists = Array(repeating: String(repeating: "a", count: 1 << 16), count: 100)
        state.metadata.album = String(decoding: [0x41, 0xFF, 0xC3, 0x00, 0x42], as: UTF8.self)
        let service = try service(state)
        let text = try #require(
            try call(
                service.name, "org.freedesktop.DBus.Properties.Get", "org.mpris.MediaPlayer2.Player", "Metadata"))
        #expect(text.utf8.count < 100_000)
        #expect(text.contains("'xesam:title': <'éé") && text.contains("'xesam:album': <'A\u{FFFD}\u{FFFD}'>"))
        #expect(text.contains("'mpris:trackid': <objectpath '/org/oriel/item/7'>"))
        #expect(service.name != nil)
    }

    /// `perform` may end the service: a player that quits does.
    @Test func aRequestMayEndTheService() throws {
        let holder = Holder()
        holder.service = try MediaPlayerService(
            BusConnections(loop: loop, address: bus.address), program: "cinema", state: Self.playing,
            position: { .zero },
            perform: { if $0 == .quit { holder.service = nil } })
        #expect(turn { holder.service?.name != nil })
        #expect(try call(holder.service?.name, "org.mpris.MediaPlayer2.Quit") != nil)
        #expect(turn { holder.service == nil })
        for _ in 0..<3 { loop.turn(limit: .milliseconds(20)) }
    }

    @Test func theEndOfTheBusIsTold() throws {
        let service = try service()
        var ends = 0
        service.onEnd = { ends += 1 }
        bus.stop()
        #expect(turn { ends == 1 } && service.name == nil)
        service.update(MediaPlayerState(identity: "Cinema", desktopEntry: "cinema"))
        service.seeked(to: .zero)
    }

    private final class Holder { var service: MediaPlayerService? }
}
