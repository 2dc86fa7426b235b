import CSessionBus
import Glibc
public import OrielPlatform
import SystemPackage

/// A media player on the user's bus (MPRIS 2.2, `org.mpris.MediaPlayer2`): media keys, desktops' panels and headsets
/// show and control it. Only for the loop's thread; the loop must outlive it.
///
/// A connection has one player at most. Its names are those of `MediaPlayerName`.
public final class MediaPlayerService {
    private let bus: SessionBus
    private let program: String
    private let functions: UnsafeMutablePointer<oriel_media_player>
    private var state: MediaPlayerState
    private let position: () -> Duration
    private let perform: (MediaPlayerRequest) -> Void
    private var listener: SessionBus.Listener?
    private var question: UInt64?
    private var wantedName: String

    /// Name that this process owns on the bus; nil before the bus has given it.
    public private(set) var name: String?
    /// Runs once the bus has given a name.
    public var onName: () -> Void = {}
    /// Runs when the bus has closed the connection.
    public var onEnd: () -> Void = {}

    /// Requests a name from the user's bus. Nothing blocks.
    /// - Parameters:
    ///   - program: short name of the program.
    ///   - state: the state at first.
    ///   - position: returns the media time; called from the loop.
    ///   - perform: carries out a request that the state allows; called from the loop, outside of the bus's functions.
    /// - Throws: `PlatformError`, as `SessionBus.init` does; `ENOSYS` also if the D-Bus library is too old.
    public init(
        _ buses: BusConnections, program: String, state: MediaPlayerState,
        position: @escaping () -> Duration, perform: @escaping (MediaPlayerRequest) -> Void
    ) throws(PlatformError) {
        bus = try buses.user()
        self.program = program
        self.state = state
        self.position = position
        self.perform = perform
        wantedName = MediaPlayerName.name(of: program)
        functions = .allocate(capacity: 1)
        // The bus calls these functions only within `SessionBus.process`, and this object's end removes them, so the
        // unretained pointer is valid.
        functions.initialize(
            to: oriel_media_player(
                context: Unmanaged.passUnretained(self).toOpaque(),
                call: { context, member, message in
                    guard let context, let member, let message else { return -EINVAL }
                    return Unmanaged<MediaPlayerService>.fromOpaque(context).takeUnretainedValue()
                        .call(String(cString: member), BusMessage(message))
                },
                get: { context, property, reply in
                    guard let context, let property, let reply else { return -EINVAL }
                    return Unmanaged<MediaPlayerService>.fromOpaque(context).takeUnretainedValue()
                        .append(String(cString: property), to: reply)
                },
                set: { context, property, message in
                    guard let context, let property, let message else { return -EINVAL }
                    return Unmanaged<MediaPlayerService>.fromOpaque(context).takeUnretainedValue()
                        .set(String(cString: property), BusMessage(message))
                }, slots: (nil, nil)))
        let result = oriel_bus_add_media_player(bus.pointer, functions)
        guard result >= 0 else { throw PlatformError("sd_bus_add_object_vtable", Errno(rawValue: -result)) }
        listener = bus.listen { [unowned self] event in
            switch event {
            case .message(let message): hear(message)
            case .owner: break
            case .end:
                name = nil
                onEnd()
            }
        }
        try requestName()
    }

    deinit {
        // Without one the connection's own player was there before, and keeps its name.
        if let listener {
            bus.remove(listener)
            // Also a name that the bus may be about to give.
            _ = try? bus.callBus("ReleaseName", .text(wantedName))
        }
        oriel_bus_remove_media_player(functions)
        functions.deinitialize(count: 1)
        functions.deallocate()
    }

    // MARK: State

    /// Signals the present status and metadata again, so that desktops take this player for the one that began last.
    public func announce() { emit([.playbackStatus, .metadata], of: .player) }

    /// Replaces the state and signals the properties that have changed.
    public func update(_ state: MediaPlayerState) {
        let earlier = self.state
        self.state = state
        for interface in MediaPlayerProperty.Interface.allCases {
            emit(state.changes(since: earlier, in: interface), of: interface)
        }
    }

    /// Signals that a seek has landed (`Seeked`).
    public func seeked(to position: Duration) {
        guard name != nil else { return }
        let interface = MediaPlayerProperty.Interface.player.rawValue
        try? bus.emit(Self.path, interface, "Seeked", [.integer(position.microseconds)])
    }

    private func emit(_ properties: [MediaPlayerProperty], of interface: MediaPlayerProperty.Interface) {
        // Without a name, no client knows this player. The bus may have ended, too.
        guard name != nil, !properties.isEmpty else { return }
        let names = properties.map { strdup($0.rawValue) }
        defer { for name in names { free(name) } }
        var list = names + [nil]
        _ = sd.emit_changed(bus.pointer, Self.path, interface.rawValue, &list)
        bus.wait()
    }

    private static let path = "/org/mpris/MediaPlayer2"

    private func append(_ property: String, to reply: OpaquePointer) -> CInt {
        guard let property = MediaPlayerProperty(rawValue: property) else { return -EINVAL }
        return (state.value(of: property) ?? .integer(position().microseconds)).append(to: reply)
    }

    // MARK: Requests

    private func call(_ member: String, _ message: BusMessage) -> CInt {
        answer { () throws(BusMessage.Malformed) in try request(member, message) }
    }

    private func set(_ property: String, _ message: BusMessage) -> CInt {
        answer { () throws(BusMessage.Malformed) in
            switch MediaPlayerProperty(rawValue: property) {
            case .fullScreen: .setFullScreen(try message.boolean())
            case .loopStatus: MediaPlayerState.LoopStatus(rawValue: try message.text()).map { .setLoopStatus($0) }
            case .rate: .setRate(try message.decimal())
            case .shuffle: .setShuffle(try message.boolean())
            case .volume: .setVolume(try message.decimal())
            default: nil
            }
        }
    }

    /// Reads a method's arguments. nil for a position in an item that is not the present one.
    private func request(
        _ member: String, _ message: BusMessage
    ) throws(BusMessage.Malformed) -> MediaPlayerRequest? {
        switch member {
        case "Raise": return .raise
        case "Quit": return .quit
        case "Next": return .next
        case "Previous": return .previous
        case "Pause": return .pause
        case "PlayPause": return .playPause
        case "Stop": return .stop
        case "Play": return .play
        case "Seek": return .skip(.microseconds(try message.integer()))
        case "SetPosition":
            let (item, time) = (try message.text("o"), try message.integer())
            // A player that has moved on ignores it.
            let isPresent = item == MediaMetadata.path(of: state.metadata.item)
            return .seek(isPresent ? .microseconds(time) : .seconds(-1), item: state.metadata.item)
        case "OpenUri": return .open(try message.text())
        default: return nil
        }
    }

    /// Checks a request and carries it out in the loop's next step, since it may end this object.
    /// - Returns: 0, or a negative errno for the caller.
    private func answer(_ read: () throws(BusMessage.Malformed) -> MediaPlayerRequest?) -> CInt {
        guard let request = try? read() else { return -EINVAL }
        do throws(MediaPlayerRequest.Refusal) {
            let checked = try request.checked(state, position: position())
            bus.loop.schedule(after: .zero) { [weak self] in self?.perform(checked) }
            return 0
        } catch {
            switch error {
            case .ignored: return 0
            case .unsupported: return -EOPNOTSUPP
            case .invalid: return -EINVAL
            }
        }
    }

    // MARK: The name

    /// `RequestName` without queueing (`DBUS_NAME_FLAG_DO_NOT_QUEUE`).
    private func requestName() throws(PlatformError) {
        question = try bus.callBus("RequestName", .text(wantedName), .number(4))
    }

    /// Handles the bus's answer: 1 for a name that is this process's now, 3 for one that is another's.
    private func hear(_ message: BusMessage) {
        guard message.header.sender == NameOwner.bus, let answers = message.header.answers, answers == question else {
            return
        }
        question = nil
        guard case .answer = message.header.kind, let result = try? message.number() else { return }
        if result == 1 {
            name = wantedName
            onName()
        } else if attempts < Self.mostAttempts {
            attempts += 1
            wantedName = MediaPlayerName.name(of: program, instance: MediaPlayerName.randomInstance())
            try? requestName()
        }
    }

    private var attempts = 0
    private static let mostAttempts = 8
}
