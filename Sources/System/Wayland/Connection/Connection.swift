import CLinux
import CWayland
import Glibc
import Logging
public import OrielPlatform
package import OrielWaylandProtocols

/// The connection to a compositor (`wl_display`).
///
/// Once attached to an event loop it reads, dispatches and flushes on its own. It reads events right after the loop's
/// wait and dispatches them before any other handler; it flushes requests after the last before-sleep hook. Between two
/// waits it holds no prepared read, so EGL may read its own events at any time.
///
/// Neither `Sendable` nor isolated: it belongs to the loop's thread.
public final class Connection {
    package let display: WlDisplay
    private var connection: OpaquePointer?

    /// The loop the connection is attached to; key repeat needs it.
    package private(set) weak var loop: EventLoop?
    private var watching: EventLoop.Token?
    private var sleeping: EventLoop.Token?
    private var onLost: ((WaylandError) -> Void)?
    private var isPrepared = false
    private var isDispatching = false
    private var endsAfterDispatch = false
    private var teardowns: [() -> Void] = []

    /// Reason why the connection was lost; nil while it lives.
    public private(set) var loss: WaylandError?
    /// Absolute path of the compositor's socket; nil if the connection was inherited through `WAYLAND_SOCKET`, or is
    /// the app's.
    package let socketPath: String?
    /// The app's display that this connection uses; nil if the connection is our own.
    private var shared: SharedDisplay?
    /// Whether the app owns the connection.
    package let isShared: Bool

    /// Connects to a compositor (`wl_display_connect`).
    /// - Parameter displayName: a socket's name in `XDG_RUNTIME_DIR` or its absolute path; nil uses `WAYLAND_SOCKET`,
    ///   `WAYLAND_DISPLAY` or `wayland-0`, in this order.
    /// - Throws: `WaylandError` if there is no compositor or it refuses the connection.
    public convenience init(to displayName: String? = nil) throws(WaylandError) {
        _ = WaylandLog.install
        let inherited = displayName == nil && getenv("WAYLAND_SOCKET") != nil
        let path = inherited ? nil : try SocketPath(displayName: displayName)
        let connected = path.map { wl_display_connect($0.path) } ?? wl_display_connect(nil)
        let reason = errno
        guard let connected else {
            throw path?.failure(reason)
                ?? WaylandError(.refused, "the descriptor in WAYLAND_SOCKET is no Wayland connection")
        }
        self.init(connected, path: path?.path)
    }

    /// Connects to a socket without waiting, not even for a listener whose queue of connections is full. The
    /// compositor may not run yet: it has answered once `sync` has.
    /// - Parameters:
    ///   - path: the socket's absolute path.
    ///   - isOwn: whether the process that listens must be this user's.
    /// - Throws: `WaylandError` if no process listens, or another user's does.
    package convenience init(atOnceTo path: SocketPath, isOwn: Bool) throws(WaylandError) {
        _ = WaylandLog.install
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let number = Glibc.socket(AF_UNIX, CInt(kind), 0)
        guard number >= 0 else { throw path.failure(errno) }
        let socket = Descriptor(owning: number)
        guard oriel_connect_path(number, path.path) == 0 else { throw path.failure(errno) }
        var (process, user): (pid_t, uid_t) = (0, 0)
        if isOwn, oriel_peer_credentials(number, &process, &user) != 0 || user != geteuid() {
            throw path.failure(EACCES)
        }
        // libwayland closes the descriptor if it fails.
        guard let connected = wl_display_connect_to_fd(socket.release()) else { throw path.failure(ENOMEM) }
        self.init(connected, path: path.path)
    }

    /// Uses a connection that the app has made and owns, with an event queue of our own. The app goes on to serve its
    /// own queues, and disconnects the display itself.
    ///
    /// The connection holds no prepared read while the loop sleeps, so it doesn't matter in which order the app's code
    /// and this one read the socket.
    /// - Parameter display: the app's `wl_display`.
    /// - Throws: `WaylandError` if the display is no longer connected.
    package convenience init(sharing display: OpaquePointer) throws(WaylandError) {
        _ = WaylandLog.install
        guard let shared = SharedDisplay(display) else {
            throw WaylandError(.connectionLost, "the app's wl_display is not connected")
        }
        self.init(display, shared: shared)
    }

    private init(_ connected: OpaquePointer, path: String? = nil, shared: SharedDisplay? = nil) {
        connection = connected
        display = WlDisplay(connection: shared?.wrapper ?? connected)
        socketPath = path
        (self.shared, isShared) = (shared, shared != nil)
        display.table.requests.setWriter {
            guard shared?.isGone != true else { return true }
            // Other failures appear on the next read, together with the compositor's reason if it sent one.
            return wl_display_flush(connected) >= 0 || errno != EAGAIN
        }
    }

    deinit { disconnect() }

    /// Whether the app has disconnected its display: no C library may touch what was made on it.
    package var isGone: Bool { shared?.isGone ?? false }

    /// `struct wl_display *` for `eglGetPlatformDisplay`; nil after `disconnect()`.
    public var nativeDisplay: OpaquePointer? { connection }

    /// The socket's descriptor (`wl_display_get_fd`), −1 after `disconnect()`.
    public var descriptor: CInt { connection.map { wl_display_get_fd($0) } ?? -1 }

    // MARK: Loop

    /// Serves the connection from `loop` until `detach()` or the connection's loss.
    /// - Parameter onLost: called once, when the compositor is gone or has ended the connection. From then on no event
    ///   is dispatched and requests have no effect; the caller should call `disconnect()`.
    /// - Throws: `PlatformError` if the loop can't watch the socket.
    public func attach(to loop: EventLoop, onLost: @escaping (WaylandError) -> Void) throws(PlatformError) {
        detach()
        watching = try loop.watch(shared?.watched.number ?? descriptor, for: .readable) { [weak self] readiness in
            if readiness.contains(.writable) { self?.flush() }
            if self?.shared != nil { self?.readShared() }
        }
        sleeping = loop.aroundSleep(
            before: { [weak self] in self?.prepareToSleep() }, after: { [weak self] in self?.readAndDispatch() },
            aside: { [weak self] in self?.prepareForOthers() })
        self.loop = loop
        self.onLost = onLost
    }

    /// Stops serving the connection: undoes `attach`.
    public func detach() {
        if isPrepared, let connection { wl_display_cancel_read(connection) }
        isPrepared = false
        for token in [watching, sleeping] { token.map { loop?.remove($0) } }
        (watching, sleeping, onLost, loop) = (nil, nil, nil, nil)
    }

    /// Dispatches events that EGL has queued for us, prepares a read (`wl_display_prepare_read`) and flushes. `attach`
    /// calls it before each wait.
    private func prepareToSleep() {
        guard shared == nil else { return prepareForOthers() }
        guard let connection, loss == nil, !isPrepared else { return }
        var dispatched = false
        while wl_display_prepare_read(connection) != 0 {
            guard dispatchPending() else { return }
            dispatched = true
        }
        isPrepared = true
        // Another turn follows at once, so that the hooks draw the changes made by these events.
        if dispatched { loop?.schedule(after: .zero) {} }
        flush()
    }

    /// Does the same before another loop's wait, but without a prepared read: the other loop decides when the socket is
    /// read.
    private func prepareForOthers() {
        guard let connection, loss == nil, !isPrepared, isUsable, let count = dispatchQueue(of: connection)
        else { return }
        guard count >= 0 else { return lose() }
        if count > 0 { loop?.schedule(after: .zero) {} }
        flush()
    }

    /// Reads and dispatches the events that have come, or cancels the prepared read. `attach` calls it after each wait.
    private func readAndDispatch() {
        guard let connection, isPrepared else { return }
        isPrepared = false
        readPrepared(connection)
    }

    /// Reads the app's socket after it became readable. The app's code may have read it already.
    private func readShared() {
        guard let connection, let shared, loss == nil, isUsable else { return }
        while wl_display_prepare_read_queue(connection, shared.queue) != 0 {
            guard dispatchPending() else { return }
        }
        readPrepared(connection)
    }

    private func readPrepared(_ connection: OpaquePointer) {
        var poll = pollfd(fd: wl_display_get_fd(connection), events: Int16(POLLIN), revents: 0)
        if Glibc.poll(&poll, 1, 0) > 0 {
            guard wl_display_read_events(connection) >= 0 else { return lose() }
        } else {
            wl_display_cancel_read(connection)
        }
        _ = dispatchPending()
    }

    /// Whether libwayland may be called. Loses a shared connection that the app has disconnected: its objects are inert
    /// before anything hears of that.
    package var isUsable: Bool {
        guard let shared, loss == nil, shared.isGone else { return loss == nil }
        display.table.requests.setWriter { true }
        display.table.forgetAll()
        lose(WaylandError(.connectionLost, "the app has disconnected its wl_display"))
        return false
    }

    /// Calls a function of libwayland that runs handlers; nil if one of them has ended the connection.
    private func dispatching(_ dispatch: () -> CInt) -> CInt? {
        isDispatching = true
        let result = dispatch()
        isDispatching = false
        guard endsAfterDispatch else { return result }
        disconnect()
        return nil
    }

    /// Dispatches the read events of our objects; negative if the connection is lost, nil if a handler ended it.
    private func dispatchQueue(of connection: OpaquePointer) -> CInt? {
        dispatching {
            guard let shared else { return wl_display_dispatch_pending(connection) }
            return wl_display_dispatch_queue_pending(connection, shared.queue)
        }
    }

    /// Dispatches all events read so far. False if the connection is lost or a handler ended it.
    private func dispatchPending() -> Bool {
        guard let connection, let count = dispatchQueue(of: connection) else { return false }
        if count < 0 { lose() }
        return count >= 0
    }

    /// Whether a frame's requests find room. False while the socket is full, as it is if the compositor is stopped:
    /// then draw nothing. A turn of the loop follows once there is room.
    public var hasRoom: Bool { isUsable && display.table.requests.hasRoom(for: Self.frameSize) }

    /// More than the requests of a surface's new content, in bytes, EGL's included.
    private static let frameSize = 1024

    /// Writes queued requests (`wl_display_flush`). If the socket is full, the rest follows once it is writable.
    public func flush() {
        guard connection != nil, isUsable else { return }
        let requests = display.table.requests
        guard !requests.hasOverflowed else { return lose() }
        let wasHolding = requests.isHolding
        let isEmpty = requests.flush()
        if let watching { loop?.update(watching, for: isEmpty ? .readable : [.readable, .writable]) }
        // The hooks draw what waited.
        if wasHolding, isEmpty { loop?.schedule(after: .zero) {} }
    }

    /// Notes the loss of the connection: nothing more is written.
    private func noteLoss(_ error: WaylandError) {
        loss = error
        display.table.requests.setWriter { true }
    }

    /// Waits until the compositor has processed all requests so far (`wl_display_roundtrip`). For start-up and tests:
    /// it blocks and dispatches, so it must not be called from a handler.
    /// - Throws: `WaylandError` if the connection is lost.
    public func roundtrip() throws(WaylandError) {
        precondition(shared == nil, "no wait on the app's connection")
        if let loss { throw loss }
        guard let connection else { throw WaylandError(.connectionLost, "the Wayland connection is closed") }
        // Its request is libwayland's own and must not pass those that are held.
        while !display.table.requests.flush() {
            guard !display.table.requests.hasOverflowed else { throw failure(of: connection) }
            var poll = pollfd(fd: wl_display_get_fd(connection), events: Int16(POLLOUT), revents: 0)
            _ = Glibc.poll(&poll, 1, -1)
        }
        // Handlers run during the wait.
        guard let result = dispatching({ wl_display_roundtrip(connection) }) else {
            throw WaylandError(.connectionLost, "the Wayland connection is closed")
        }
        guard result >= 0 else {
            let error = failure(of: connection)
            noteLoss(error)
            throw error
        }
    }

    /// Runs `handler` from the loop once the compositor has processed all requests so far (`wl_display.sync`). Released
    /// without a call if the connection ends first.
    package func sync(_ handler: @escaping () -> Void) {
        let callback = display.sync()
        callback.onEvent = { _ in handler() }
    }

    // MARK: End

    /// Waits until the compositor has processed all requests so far, at most for `limit`. To be called before
    /// `disconnect()`.
    ///
    /// libwayland's server handles a hang-up before the requests queued ahead of it and drops those. Objects that the
    /// client destroyed in the right order are then destroyed in the compositor's order, which crashes some
    /// compositors.
    public func settle(within limit: Duration) {
        guard let connection, shared == nil, loss == nil, !isDispatching else { return }
        detach()
        var isSettled = false
        let callback = display.sync()
        callback.onEvent = { _ in isSettled = true }
        let end = MonotonicClock.now + limit
        while !isSettled {
            guard wl_display_prepare_read(connection) == 0 else {
                guard dispatchPending() else { return }
                continue
            }
            let isWritten = display.table.requests.flush()
            let rest = Int32(max(0, (end - MonotonicClock.now) / .milliseconds(1)).rounded(.up))
            let events = isWritten ? POLLIN : POLLIN | POLLOUT
            var poll = pollfd(fd: wl_display_get_fd(connection), events: Int16(events), revents: 0)
            guard rest > 0, Glibc.poll(&poll, 1, rest) > 0 else {
                wl_display_cancel_read(connection)
                callback.abandon()
                return
            }
            guard poll.revents & ~Int16(POLLOUT) != 0 else {
                wl_display_cancel_read(connection)
                continue
            }
            guard wl_display_read_events(connection) >= 0, dispatchPending() else { return lose() }
        }
    }

    /// Ends every object and the connection (`wl_display_disconnect`). EGL must have released the display before. If
    /// called from a handler, it takes effect after the running dispatch. A shared display stays connected.
    public func disconnect() {
        guard !isDispatching else {
            endsAfterDispatch = true
            return
        }
        detach()
        guard let ended = connection else { return }
        for teardown in teardowns.reversed() { teardown() }
        teardowns = []
        let (shared, isGone) = (shared, isGone)
        (connection, self.shared) = (nil, nil)
        if shared != nil, !isGone { display.table.requests.flush() }
        display.table.requests.setWriter { true }
        // The app has freed the display, and libwayland the objects' connection: their memory is left.
        guard !isGone else { return display.table.forgetAll() }
        display.table.abandonAll()
        guard let shared else { return wl_display_disconnect(ended) }
        wl_display_flush(ended)
        shared.finish()
    }

    /// Runs `body` before the connection is closed, in reverse order of registration. For C objects that live on the
    /// connection.
    package func onDisconnect(_ body: @escaping () -> Void) { teardowns.append(body) }

    private func lose() {
        guard let connection, loss == nil else { return }
        lose(failure(of: connection))
    }

    private func lose(_ error: WaylandError) {
        noteLoss(error)
        let handler = onLost
        detach()
        WaylandLog.logger.debug("\(error)")
        handler?(error)
    }

    private func failure(of connection: OpaquePointer) -> WaylandError {
        WaylandError(endOf: connection, hasOverflowed: display.table.requests.hasOverflowed)
    }
}
