import CSessionBus
import OrielPlatform
import SystemPackage

/// A service on a message bus, identified by its well-known name: calls to it, and its signals. Messages count only if
/// they come from the connection that owns the name (`NameOwner`). Each client has one of its own, on a shared
/// connection. Only for the loop's thread.
final class BusService {
    /// Key of a signal: object path, interface and name. A nil path matches all objects.
    struct Signal: Hashable {
        var path: String?
        var interface: String
        var member: String
    }

    /// Time after which a call counts as failed.
    static let patience = Duration.seconds(25)

    private struct Call {
        let handler: (Result<BusMessage, PlatformError>) -> Void
        let timeOut: EventLoop.Token
    }

    let bus: SessionBus
    private var owner: NameOwner
    private var question: UInt64?
    private var calls: [UInt64: Call] = [:]
    private var signals: [Signal: (BusMessage) -> Void] = [:]
    private var listener: SessionBus.Listener?
    /// Signals that the bus passes on because of this object.
    private var rules: [String] = []

    /// Whether the name has an owner, as far as the bus has told.
    var isOwned: Bool { owner.unique != nil }

    /// Runs when the name's owner has changed; false if it has no owner any more.
    var onOwnerChange: (Bool) -> Void = { _ in }
    /// Runs when the bus has closed the connection, after `onOwnerChange`.
    var onEnd: () -> Void = {}

    /// Requests the owner of `name` from the bus and follows changes.
    /// - Throws: `PlatformError` if sd-bus fails, with `ENOMEM` for instance.
    init(_ name: String, on bus: SessionBus) throws(PlatformError) {
        self.bus = bus
        owner = NameOwner(of: name)
        listener = bus.listen { [unowned self] in take($0) }
        // Subscribes to changes before the request for the current owner, so that no change is missed.
        let bus = NameOwner.bus
        try addMatch("type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',arg0='\(name)'")
        question = try self.bus.callBus("GetNameOwner", .text(name))
    }

    deinit {
        for call in calls.values { bus.loop.remove(call.timeOut) }
        if let listener { bus.remove(listener) }
        for rule in rules { _ = try? bus.callBus("RemoveMatch", .text(rule)) }
    }

    /// Calls a method. `handler` is called once, from the loop, with the owner's answer or the failure; never after
    /// this object's end.
    func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusArgument],
        _ handler: @escaping (Result<BusMessage, PlatformError>) -> Void
    ) throws(PlatformError) {
        let cookie = try bus.send(owner.name, path, interface, member, arguments)
        let timeOut = bus.loop.schedule(after: Self.patience) { [weak self] in
            self?.calls.removeValue(forKey: cookie)?.handler(.failure(PlatformError("sd_bus_send", .timedOut)))
        }
        calls[cookie] = Call(handler: handler, timeOut: timeOut)
    }

    /// Calls `handler` for a signal of the owner from now on; replaces an earlier handler for the same signal.
    func listen(for signal: Signal, _ handler: @escaping (BusMessage) -> Void) throws(PlatformError) {
        if signals.updateValue(handler, forKey: signal) == nil {
            let path = signal.path.map { ",path='\($0)'" } ?? ""
            try addMatch(
                "type='signal',sender='\(owner.name)',interface='\(signal.interface)',member='\(signal.member)'" + path)
        }
    }

    /// A failed `AddMatch` isn't reported: signals sent to this connection alone arrive without it.
    private func addMatch(_ rule: String) throws(PlatformError) {
        rules.append(rule)
        try bus.callBus("AddMatch", .text(rule))
    }

    private func take(_ event: SessionBus.Event) {
        switch event {
        case .message(let message): take(message)
        case .owner(let now, of: let name):
            if name == owner.name, owner.note(now) { onOwnerChange(isOwned) }
        case .end: fail()
        }
    }

    private func take(_ message: BusMessage) {
        switch owner.sender(of: message.header) {
        case .stranger: break
        case .bus: takeNews(message)
        case .owner:
            if message.header.kind == .signal { hear(message) } else { answer(message) }
        }
    }

    /// Handles messages of the bus itself: the owner at first, and calls that can't be delivered.
    private func takeNews(_ message: BusMessage) {
        switch message.header.kind {
        case .answer where message.header.answers == question:
            if let now = try? message.text() { _ = owner.note(now) }
        case .failure: answer(message)
        default: break
        }
    }

    private func hear(_ message: BusMessage) {
        guard let interface = message.header.interface, let member = message.header.member else { return }
        let signal = Signal(path: message.header.path, interface: interface, member: member)
        let handler = signals[signal] ?? signals[Signal(path: nil, interface: interface, member: member)]
        handler?(message)
    }

    private func answer(_ message: BusMessage) {
        guard let cookie = message.header.answers, let call = calls.removeValue(forKey: cookie) else { return }
        bus.loop.remove(call.timeOut)
        if case .failure(let errno) = message.header.kind {
            call.handler(.failure(PlatformError("sd_bus_send", errno)))
        } else {
            call.handler(.success(message))
        }
    }

    /// Fails all open calls after the bus has closed the connection.
    private func fail() {
        let ended = calls.values
        calls = [:]
        for call in ended {
            bus.loop.remove(call.timeOut)
            call.handler(.failure(PlatformError("sd_bus_send", .connectionReset)))
        }
        if owner.note("") { onOwnerChange(false) }
        onEnd()
    }
}
