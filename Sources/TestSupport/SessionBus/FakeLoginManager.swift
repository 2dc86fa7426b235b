import CFakePortal
import Glibc
import OrielPlatform
import OrielSessionBus
import Synchronization

/// A fake login manager with one session (`org.freedesktop.login1`), on its own thread.
public final class FakeLoginManager: Sendable {
    private let wakeup: Wakeup
    private let thread: NamedThread
    private let orders: Orders

    private final class Orders: Sendable {
        let locks = Mutex<[Bool]>([])
        let sleeps = Mutex<[Bool]>([])
        let isStopped = Mutex(false)
    }

    /// Starts the login manager; returns once it answers.
    /// - Parameters:
    ///   - isLocked: whether its session is locked; nil if it knows no session.
    ///   - address: address of the bus.
    public init(isLocked: Bool?, at address: String) throws {
        let wakeup = try Wakeup()
        let orders = Orders()
        let started = BoundedQueue<TestSupportError?>(capacity: 1)
        self.wakeup = wakeup
        self.orders = orders
        thread = try NamedThread("fake-login") {
            let login = UnsafeMutablePointer<fake_login>.allocate(capacity: 1)
            defer { login.deallocate() }
            login.initialize(to: fake_login(locked: isLocked.map { $0 ? 1 : 0 } ?? -1))
            do {
                let loop = try EventLoop()
                let bus = try SessionBus(loop: loop, address: address)
                guard fake_login_start(bus.pointer, login) == 0 else {
                    throw TestSupportError("no name for the login manager")
                }
                // The loop must not retain the bus, or the name would never be released.
                try loop.watch(wakeup) { [weak bus] in
                    guard let bus else { return }
                    let locks = orders.locks.withLock { locks in
                        defer { locks = [] }
                        return locks
                    }
                    for isLocked in locks {
                        login.pointee.locked = isLocked ? 1 : 0
                        _ = fake_login_changed(bus.pointer, login, nil)
                    }
                    let sleeps = orders.sleeps.withLock { sleeps in
                        defer { sleeps = [] }
                        return sleeps
                    }
                    for isAsleep in sleeps { _ = fake_login_sleep(bus.pointer, isAsleep) }
                    bus.process()
                    if orders.isStopped.withLock({ $0 }) { loop.stop() }
                }
                bus.process()
                started.push(nil, generation: 0)
                withExtendedLifetime(bus) { loop.run() }
            } catch { started.push(TestSupportError("\(error)"), generation: 0) }
        }
        if case let error?? = started.pop(generation: 0) { throw error }
    }

    /// Locks or unlocks the session and sends the change.
    public func setLocked(_ isLocked: Bool) {
        orders.locks.withLock { $0.append(isLocked) }
        wakeup.signal()
    }

    /// Says that the machine goes to sleep, or has woken up.
    public func setAsleep(_ isAsleep: Bool) {
        orders.sleeps.withLock { $0.append(isAsleep) }
        wakeup.signal()
    }

    /// Releases the name. At most once.
    public func stop() {
        orders.isStopped.withLock { $0 = true }
        wakeup.signal()
        thread.join()
    }
}
