import CLinux
import CSessionBus
import Glibc
public import OrielPlatform
import SystemPackage

/// A connection to a message bus (D-Bus), served by an event loop; nothing blocks. Only for the loop's thread; the loop
/// must outlive it.
///
/// The D-Bus library (sd-bus of libsystemd, libelogind or basu) is loaded at run time.
public final class SessionBus {
    package let pointer: OpaquePointer
    let loop: EventLoop
    private var token: EventLoop.Token?
    private let timer = LoopTimer()
    private(set) var hasEnded = false
    private var isResting = false

    /// Unique name of this connection; nil before the bus has sent it.
    private(set) var ownName: String?

    private var listeners: [(token: Listener, handler: (Event) -> Void)] = []
    private var lastListener = 0
    /// Answers a call to this connection; nil leaves it to the library, which refuses unknown objects.
    var onCall: ((BusMessage) -> BusAnswer?)?
    /// Most messages, and the time after which no further one is handled at once; exceeded only by a flood.
    private static let (mostSteps, mostTime) = (64, Duration.milliseconds(2))

    /// Names a listener, for its removal.
    struct Listener: Hashable {
        fileprivate let number: Int
    }

    /// An event of the connection.
    enum Event {
        /// A signal, an answer or a failure, from any connection. At most one listener reads the contents.
        case message(BusMessage)
        /// The bus itself reports the owner of a name; empty for none.
        case owner(String, of: String)
        /// The bus has closed the connection.
        case end
    }

    /// Whether a D-Bus library is installed.
    public static var hasLibrary: Bool { oriel_sd_open() }

    /// Selects a bus.
    public enum Scope: Hashable, Sendable {
        /// The user's bus, named by `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR`.
        case user
        /// The system bus, possibly named by `DBUS_SYSTEM_BUS_ADDRESS`.
        case system
        /// The bus with this address.
        case at(String)

        /// Opens a connection without blocking. Returns a negative errno if that fails.
        fileprivate func open(_ bus: inout OpaquePointer?) -> CInt {
            guard oriel_sd_open() else { return -ENOSYS }
            switch self {
            case .user: return sd.open_user(&bus)
            case .system: return sd.open_system(&bus)
            case .at(let address):
                var made: OpaquePointer?
                var result = sd.new(&made)
                if result >= 0 { result = sd.set_address(made, address) }
                if result >= 0 { result = sd.set_bus_client(made, 1) }
                if result >= 0 { result = sd.start(made) }
                if result >= 0 { bus = made } else if let made { _ = sd.close_unref(made) }
                return result
            }
        }
    }

    /// Begins to connect (`sd_bus_start`): to the bus with this address, or to the user's bus if nil.
    /// - Throws: `PlatformError`, as `init(loop:scope:)` does.
    public convenience init(loop: EventLoop, address: String? = nil) throws(PlatformError) {
        try self.init(loop: loop, scope: address.map { .at($0) } ?? .user)
    }

    /// Begins to connect (`sd_bus_start`).
    /// - Throws: `PlatformError`: `ENOSYS` if no D-Bus library is installed; otherwise the connection's error, such as
    ///   `ENOENT` or `ENOMEDIUM` if there is no bus.
    public init(loop: EventLoop, scope: Scope) throws(PlatformError) {
        self.loop = loop
        var opened: OpaquePointer?
        let result = scope.open(&opened)
        guard result >= 0, let opened else { throw PlatformError("sd_bus_start", Errno(rawValue: -result)) }
        pointer = opened
        try receive()
        token = try loop.watch(sd.get_fd(opened), for: interest) { [unowned self] _ in process() }
        wait()
    }

    deinit { end() }

    // MARK: Messages

    /// Calls `handler` for each event, after the present listeners.
    func listen(_ handler: @escaping (Event) -> Void) -> Listener {
        lastListener += 1
        let token = Listener(number: lastListener)
        listeners.append((token, handler))
        return token
    }

    /// Removes a listener. It isn't called any more, not even for an event that is under way.
    func remove(_ listener: Listener) { listeners.removeAll { $0.token == listener } }

    /// Calls the listeners in their order. Those that are added meanwhile wait for the next event.
    private func tell(_ event: Event) {
        for (token, handler) in listeners where listeners.contains(where: { $0.token == token }) { handler(event) }
    }

    private func receive() throws(PlatformError) {
        // The library calls the handler only within `process`, and this object closes the bus before it ends, so the
        // unretained pointer is valid.
        let result = sd.add_filter(
            pointer, nil,
            { pointer, context, _ in
                guard let pointer, let context else { return 0 }
                let message = BusMessage(pointer)
                let bus = Unmanaged<SessionBus>.fromOpaque(context).takeUnretainedValue()
                guard message.header.kind != .call else { return bus.answer(message, pointer) ? 1 : 0 }
                bus.take(message)
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
        guard result >= 0 else { throw PlatformError("sd_bus_add_filter", Errno(rawValue: -result)) }
    }

    /// - Returns: false for a call that is left to the library.
    private func answer(_ call: BusMessage, _ pointer: OpaquePointer) -> Bool {
        guard let answer = onCall?(call) else { return false }
        switch answer {
        case .failure(let failure):
            ("org.freedesktop.DBus.Error." + failure.rawValue).withCString { name in
                "not possible here".withCString { message in
                    var error = oriel_bus_error(name: name, message: message, is_owned: 0)
                    _ = sd.reply_error(pointer, &error)
                }
            }
        case .values(let values):
            var reply: OpaquePointer?
            guard sd.new_method_return(pointer, &reply) >= 0, let reply else { break }
            _ = try? send(reply, values)
        }
        return true
    }

    /// Number of messages that wait to be sent.
    var queued: UInt64 {
        var count: UInt64 = 0
        return hasEnded || sd.queued(pointer, &count) < 0 ? 0 : count
    }

    /// Whether the other end belongs to this user, or to the system; false without a Unix socket.
    var isTrusted: Bool {
        var (process, user) = (pid_t(), uid_t.max)
        guard !hasEnded, oriel_peer_credentials(sd.get_fd(pointer), &process, &user) == 0 else {
            return false
        }
        return user == geteuid() || user == 0
    }

    /// Queues a signal; the loop sends it.
    /// - Throws: `PlatformError` if `sd_bus_send` fails, or if the connection has ended.
    func emit(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusArgument]
    ) throws(PlatformError) {
        guard !hasEnded else { throw PlatformError("sd_bus_send", .socketNotConnected) }
        var signal: OpaquePointer?
        let result = sd.new_signal(pointer, &signal, path, interface, member)
        guard result >= 0, let signal else {
            throw PlatformError("sd_bus_message_new_signal", Errno(rawValue: -result))
        }
        try send(signal, arguments)
    }

    /// Queues a message with these values, and releases it.
    /// - Returns: its cookie.
    @discardableResult
    private func send(_ message: OpaquePointer, _ values: [BusArgument]) throws(PlatformError) -> UInt64 {
        defer { _ = sd.unref(message) }
        var cookie: UInt64 = 0
        var result: CInt = 0
        for value in values where result >= 0 { result = value.append(to: message) }
        if result >= 0 { result = sd.send(pointer, message, &cookie) }
        guard result >= 0 else { throw PlatformError("sd_bus_send", Errno(rawValue: -result)) }
        wait()
        return cookie
    }

    private func take(_ message: BusMessage) {
        let header = message.header
        guard header.sender == NameOwner.bus else { return tell(.message(message)) }
        if let destination = header.destination { ownName = destination }
        guard header.kind == .signal, header.interface == NameOwner.bus, header.member == "NameOwnerChanged" else {
            return tell(.message(message))
        }
        // Arguments: the name, its former owner and its new one.
        guard let news = try? (name: message.text(), before: message.text(), now: message.text()) else { return }
        tell(.owner(news.now, of: news.name))
    }

    /// Queues a call; the loop sends it.
    /// - Returns: cookie that the answer refers to.
    /// - Throws: `PlatformError` if `sd_bus_send` fails, or if the connection has ended: a failed call's handler may
    ///   make another call.
    func send(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusArgument],
        startsService: Bool = true
    ) throws(PlatformError) -> UInt64 {
        guard !hasEnded else { throw PlatformError("sd_bus_send", .socketNotConnected) }
        var call: OpaquePointer?
        let result = sd.new_method_call(pointer, &call, destination, path, interface, member)
        guard result >= 0, let call else {
            throw PlatformError("sd_bus_message_new_method_call", Errno(rawValue: -result))
        }
        if !startsService { _ = sd.set_auto_start(call, 0) }
        return try send(call, arguments)
    }

    /// Queues a call to the bus itself, as `send` does.
    @discardableResult
    func callBus(_ member: String, _ arguments: BusArgument...) throws(PlatformError) -> UInt64 {
        try send(NameOwner.bus, "/org/freedesktop/DBus", NameOwner.bus, member, arguments)
    }

    // MARK: The loop

    /// Handles received messages and sends calls. Pauses after `mostSteps` or `mostTime`, so that a flood of messages,
    /// which any user of the machine can send, leaves time for other work.
    package func process() {
        guard !hasEnded else { return }
        let deadline = MonotonicClock.now + Self.mostTime
        var result: CInt
        var steps = 0
        repeat {
            result = sd.process(pointer, nil)
            steps += 1
            if result > 0, steps == Self.mostSteps || MonotonicClock.now > deadline { return rest() }
        } while result > 0
        guard result != 0 else { return wait() }
        end()
        tell(.end)
    }

    private static let pause = Duration.milliseconds(20)

    /// Ignores the bus for `pause`.
    private func rest() {
        guard let token else { return }
        loop.update(token, for: [])
        timer.set(on: loop, after: Self.pause) { [unowned self] in
            isResting = false
            process()
        }
        isResting = true
    }

    /// Makes the loop call back when there is something to do. Call it after each request; it handles no message
    /// itself.
    func wait() {
        guard !hasEnded, !isResting, let token else { return }
        loop.update(token, for: interest)
        // In microseconds of the monotonic clock; the greatest number for never.
        var deadline = UInt64.max
        let hasDeadline = sd.get_timeout(pointer, &deadline) >= 0 && deadline <= UInt64(Int64.max)
        timer.keep(on: loop, at: hasDeadline ? .microseconds(Int64(deadline)) : nil) { [unowned self] in process() }
    }

    private var interest: EventLoop.Readiness {
        let events = sd.get_events(pointer)
        var interest: EventLoop.Readiness = []
        if events & CInt(POLLIN) != 0 { interest.insert(.readable) }
        if events & CInt(POLLOUT) != 0 { interest.insert(.writable) }
        return interest
    }

    /// Closes the connection at once; queued messages are lost. Later calls do nothing.
    func close() { end() }

    /// Closes the connection, after the bus has ended it or this object ends.
    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        if let token { loop.remove(token) }
        timer.cancel()
        _ = sd.close_unref(pointer)
    }
}

/// The library's functions; only to be called while there is a bus or a message.
var sd: oriel_sd { oriel_sd().pointee }
