public import OrielPlatform

/// A media player on the user's bus (MPRIS 2.2, `org.mpris.MediaPlayer2`): media keys, desktops' panels and headsets
/// show and control it. Only for the loop's thread; the loop must outlive it.
///
/// A connection has one player at most. Its names are those of `MediaPlayerName`.
public final class MediaPlayerService {
    private let bus: SessionBus
    private let program: String
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
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
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
        bus.onCall = { [unowned self] in answer($0) }
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
        if let listener { bus.remove(listener) }
        // Also a name that the bus may be about to give.
        _ = try? callBus("ReleaseName", [.text(wantedName)])
        bus.onCall = nil
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
        try? bus.emit(
            MediaPlayerDescription.path, MediaPlayerProperty.Interface.player.rawValue, "Seeked",
            [.integer(position.microseconds)])
    }

    private func emit(_ properties: [MediaPlayerProperty], of interface: MediaPlayerProperty.Interface) {
        // Without a name, no client knows this player. The bus may have ended, too.
        guard name != nil, !properties.isEmpty else { return }
        try? bus.emit(
            MediaPlayerDescription.path, Self.propertiesInterface, "PropertiesChanged",
            [.text(interface.rawValue), .options(properties.map(option)), .texts([])])
    }

    private static let propertiesInterface = "org.freedesktop.DBus.Properties"

    private func option(_ property: MediaPlayerProperty) -> BusArgument.Option {
        .init(property.rawValue, state.value(of: property) ?? .integer(position().microseconds))
    }

    // MARK: Requests

    /// Answers a call; nil for one that is left to the bus's library, which refuses unknown objects.
    private func answer(_ call: BusMessage) -> BusAnswer? {
        guard let path = call.header.path, let member = call.header.member else { return nil }
        if member == "Introspect", let text = MediaPlayerDescription.text(of: path) { return .values([.text(text)]) }
        guard path == MediaPlayerDescription.path else { return nil }
        do throws(BusMessage.Malformed) {
            switch call.header.interface {
            case "org.freedesktop.DBus.Peer": return nil
            case Self.propertiesInterface: return try answerProperty(member, call)
            case let name? where MediaPlayerProperty.Interface(rawValue: name) == nil:
                return .failure(.unknownInterface)
            default: return try request(member, call).map(answer) ?? .failure(.unknownMethod)
            }
        } catch { return .failure(.invalidArguments) }
    }

    private func answerProperty(_ member: String, _ call: BusMessage) throws(BusMessage.Malformed) -> BusAnswer {
        guard let interface = MediaPlayerProperty.Interface(rawValue: try call.text()) else {
            return .failure(.unknownInterface)
        }
        if member == "GetAll" {
            return .values([.options(MediaPlayerProperty.allCases.filter { $0.interface == interface }.map(option))])
        }
        guard let property = MediaPlayerProperty(rawValue: try call.text()), property.interface == interface else {
            return .failure(.unknownProperty)
        }
        switch member {
        case "Get": return .values([.variant(option(property).value)])
        case "Set" where property.isSettable:
            return try newValue(of: property, call).map(answer) ?? .failure(.invalidArguments)
        case "Set": return .failure(.readOnly)
        default: return .failure(.unknownMethod)
        }
    }

    /// Reads a property's new value; nil for one of another type, or that the property can't have.
    private func newValue(
        of property: MediaPlayerProperty, _ call: BusMessage
    ) throws(BusMessage.Malformed) -> MediaPlayerRequest? {
        switch property {
        case .fullScreen: try call.variant(of: "b", call.boolean).map { .setFullScreen($0) }
        case .loopStatus:
            try call.variant(of: "s") { () throws(BusMessage.Malformed) in try call.text() }
                .flatMap { MediaPlayerState.LoopStatus(rawValue: $0) }.map { .setLoopStatus($0) }
        case .rate: try call.variant(of: "d", call.decimal).map { .setRate($0) }
        case .shuffle: try call.variant(of: "b", call.boolean).map { .setShuffle($0) }
        case .volume: try call.variant(of: "d", call.decimal).map { .setVolume($0) }
        default: nil
        }
    }

    /// Reads a method's arguments; nil for an unknown method.
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
    private func answer(_ request: MediaPlayerRequest) -> BusAnswer {
        do throws(MediaPlayerRequest.Refusal) {
            let checked = try request.checked(state, position: position())
            bus.loop.schedule(after: .zero) { [weak self] in self?.perform(checked) }
            return .values([])
        } catch {
            switch error {
            case .ignored: return .values([])
            case .unsupported: return .failure(.notSupported)
            case .invalid: return .failure(.invalidArguments)
            }
        }
    }

    // MARK: The name

    /// `RequestName` without queueing (`DBUS_NAME_FLAG_DO_NOT_QUEUE`).
    private func requestName() throws(PlatformError) {
        question = try callBus("RequestName", [.text(wantedName), .number(4)])
    }

    private func callBus(_ member: String, _ arguments: [BusArgument]) throws(PlatformError) -> UInt64 {
        try bus.send(NameOwner.bus, "/org/freedesktop/DBus", NameOwner.bus, member, arguments)
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
