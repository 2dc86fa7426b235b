import CLinux
import Glibc
import Dispatch
import HeapModule
import SystemPackage

/// A level-triggered epoll loop with timers, signals and before-sleep hooks. It belongs to the thread that runs it;
/// other threads reach it only through a `Wakeup`.
///
/// One turn: run the before-sleep hooks, wait, dispatch ready descriptors, dispatch due timers. Descriptors come before
/// timers, so a process that was stopped reads its messages before its timeouts run. A handler may add and remove
/// sources: an event of a source removed in the meantime is recognised by its registration number and dropped.
///
/// On the main thread, `drainsMainQueue` makes the loop serve `@MainActor`: it watches the main dispatch queue's
/// descriptor and runs the queue on this one OS thread (EGL needs that).
public final class EventLoop {
    /// Readiness of a descriptor (`EPOLLIN`, `EPOLLOUT`, `EPOLLHUP | EPOLLERR`).
    public struct Readiness: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        /// The other end hung up, or the descriptor failed. Reported whether or not it is requested.
        public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
    }

    /// Identifies a registration; numbers are never reused.
    public struct Token: Hashable, Sendable { fileprivate let number: UInt64 }

    private struct Source {
        let descriptor: CInt
        var interest: Readiness
        let handler: (Readiness) -> Void
    }

    private struct Deadline: Comparable {
        let time: Duration
        let number: UInt64
        static func < (a: Deadline, b: Deadline) -> Bool { (a.time, a.number) < (b.time, b.number) }
    }

    private let epoll: Descriptor
    private let timer: Descriptor
    private var sources: [UInt64: Source] = [:]
    private var deadlines = Heap<Deadline>()
    private var timerHandlers: [UInt64: () -> Void] = [:]
    private var armed: Duration?
    private var hooks: [(number: UInt64, run: () -> Void)] = []
    private var stopHandlers: [(number: UInt64, run: (Duration) -> Void)] = []
    private let stops: ProcessStops
    /// Duration of the process's stops that the handlers were given.
    private var stopped: Duration
    private var sleepers: [(number: UInt64, before: () -> Void, after: () -> Void, aside: () -> Void)] = []
    private var nextNumber: UInt64 = 1
    /// Results of one `epoll_wait`: readiness, and in `payloads` the registration numbers.
    private var events = [UInt32](repeating: 0, count: 64)
    private var payloads = [UInt64](repeating: 0, count: 64)
    private var running = false
    private var signalDescriptor: Descriptor?
    private var signalWatch: Token?
    /// Signals that `handle(signals:)` blocked, without those that were blocked before.
    private var handledSignals: sigset_t?

    /// - Parameter drainsMainQueue: true only for a loop that runs on the main thread.
    public convenience init(drainsMainQueue: Bool = false) throws(PlatformError) {
        try self.init(drainsMainQueue: drainsMainQueue, stops: .shared)
    }

    /// - Parameter stops: the process's stops; replaceable in tests.
    package init(drainsMainQueue: Bool = false, stops: ProcessStops) throws(PlatformError) {
        self.stops = stops
        stopped = stops.total
        epoll = try Descriptor(checking: epoll_create1(CInt(EPOLL_CLOEXEC)), "epoll_create1")
        timer = try Descriptor(
            checking: timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK)),
            "timerfd_create")
        try watch(timer.number, for: .readable) { [unowned self] _ in
            var expirations: UInt64 = 0
            _ = read(self.timer.number, &expirations, 8)
            self.armed = nil
        }
        // On another thread than the first one, as in a test runner, the dispatch library serves the queue itself.
        if drainsMainQueue, oriel_is_first_thread() {
            let handle = _dispatch_get_main_queue_handle_4CF()
            try watch(handle, for: .readable) { _ in
                // libdispatch writes this eventfd and never reads it. If it were left unread, the loop would spin after
                // the first task.
                var count: UInt64 = 0
                _ = read(handle, &count, 8)
                _dispatch_main_queue_callback_4CF(nil)
            }
        }
    }

    // MARK: Descriptors

    /// Watches a descriptor until `remove`. The loop doesn't own it: remove it before closing it.
    @discardableResult
    public func watch(
        _ descriptor: CInt, for interest: Readiness, _ handler: @escaping (Readiness) -> Void
    ) throws(PlatformError) -> Token {
        let number = takeNumber()
        guard oriel_epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor, interest.rawValue, number) == 0 else {
            throw PlatformError("epoll_ctl", Errno(rawValue: errno))
        }
        sources[number] = Source(descriptor: descriptor, interest: interest, handler: handler)
        return Token(number: number)
    }

    /// Watches a wakeup; clears it, then runs the handler.
    @discardableResult
    public func watch(_ wakeup: Wakeup, _ handler: @escaping () -> Void) throws(PlatformError) -> Token {
        try watch(wakeup.descriptor, for: .readable) { _ in
            wakeup.clear()
            handler()
        }
    }

    /// Changes the readiness that a registration waits for.
    public func update(_ token: Token, for interest: Readiness) {
        guard var source = sources[token.number], source.interest != interest else { return }
        source.interest = interest
        sources[token.number] = source
        _ = oriel_epoll_ctl(epoll.number, EPOLL_CTL_MOD, source.descriptor, interest.rawValue, token.number)
    }

    /// Ends the registration of a descriptor, timer or hook. Unknown and ended tokens are ignored.
    public func remove(_ token: Token) {
        if let source = sources.removeValue(forKey: token.number) {
            _ = oriel_epoll_ctl(epoll.number, EPOLL_CTL_DEL, source.descriptor, 0, 0)
        } else if timerHandlers.removeValue(forKey: token.number) == nil {
            hooks.removeAll { $0.number == token.number }
            stopHandlers.removeAll { $0.number == token.number }
            sleepers.removeAll { $0.number == token.number }
        }
    }

    // MARK: Timers

    /// Runs `handler` once at host time `deadline`, or at the loop's next turn if it is later.
    @discardableResult
    public func schedule(at deadline: Duration, _ handler: @escaping () -> Void) -> Token {
        let number = takeNumber()
        timerHandlers[number] = handler
        deadlines.insert(Deadline(time: deadline, number: number))
        return Token(number: number)
    }

    /// Runs `handler` once, `delay` from now.
    @discardableResult
    public func schedule(after delay: Duration, _ handler: @escaping () -> Void) -> Token {
        schedule(at: MonotonicClock.now + delay, handler)
    }

    // MARK: Hooks and signals

    /// Runs `hook` once per turn, before the loop sleeps. Hooks run in the order of registration.
    @discardableResult
    public func beforeSleep(_ hook: @escaping () -> Void) -> Token {
        let number = takeNumber()
        hooks.append((number, hook))
        return Token(number: number)
    }

    /// Runs `handler` after the process was stopped and continued, before any other handler or hook of that turn, with
    /// the duration of the stop. Stops are noticed while a `ProcessStops.Beat` exists.
    @discardableResult
    package func afterStop(_ handler: @escaping (Duration) -> Void) -> Token {
        let number = takeNumber()
        stopHandlers.append((number, handler))
        return Token(number: number)
    }

    /// Runs `before` right before each wait and `after` right after it. For resources held only while the loop sleeps,
    /// as libwayland's prepared read.
    /// - Parameter aside: runs instead of `before` when another loop sleeps (`prepareForWait`), during which nothing
    ///   may be held.
    @discardableResult
    public func aroundSleep(
        before: @escaping () -> Void, after: @escaping () -> Void, aside: @escaping () -> Void = {}
    ) -> Token {
        let number = takeNumber()
        sleepers.append((number, before, after, aside))
        return Token(number: number)
    }

    /// Blocks `signals` in the calling thread and delivers them as events (`signalfd`). At most once per loop. Call it
    /// before any other thread starts, since threads inherit the mask.
    public func handle(signals: [CInt], _ handler: @escaping (CInt) -> Void) throws(PlatformError) {
        var set = sigset_t()
        sigemptyset(&set)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        for signal in signals where sigismember(&before, signal) == 0 { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        var all = set
        for signal in signals { sigaddset(&all, signal) }
        let descriptor = try Descriptor(
            checking: signalfd(-1, &all, CInt(SFD_CLOEXEC | SFD_NONBLOCK)), "signalfd")
        let number = descriptor.number
        signalWatch = try watch(number, for: .readable) { _ in
            var info = signalfd_siginfo()
            while read(number, &info, MemoryLayout<signalfd_siginfo>.size) > 0 { handler(CInt(info.ssi_signo)) }
        }
        signalDescriptor = consume descriptor
        handledSignals = set
    }

    /// Undoes `handle(signals:)`: unblocks the signals it blocked. Pending ones are delivered to the thread as usual.
    public func stopHandlingSignals() {
        guard var set = handledSignals else { return }
        handledSignals = nil
        if let signalWatch { remove(signalWatch) }
        signalWatch = nil
        signalDescriptor = nil
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    // MARK: In another loop

    /// Descriptor for another event loop to watch; readable when an event or a timer of this loop is due.
    public var descriptor: CInt { epoll.number }

    /// Runs the before-sleep hooks for another loop that is about to wait for `descriptor`; holds nothing during that
    /// wait.
    /// - Returns: maximum time to wait, nil if unlimited. After the wait the other loop calls `turn` with a limit of
    ///   zero.
    public func prepareForWait() -> Duration? {
        for hook in hooks { hook.run() }
        for sleeper in sleepers { sleeper.aside() }
        arm()
        return deadlines.min.map { max(.zero, $0.time - MonotonicClock.now) }
    }

    // MARK: Running

    /// Runs turns until `stop()`.
    public func run() {
        running = true
        while running { turn() }
    }

    /// Ends `run` after the current turn. To stop from another thread, signal a `Wakeup` with a handler that calls
    /// this.
    public func stop() { running = false }

    /// Runs one turn; must not be called by a handler. `limit` bounds the wait; nil waits for the next event or timer.
    public func turn(limit: Duration? = nil) {
        handleStops()
        for hook in hooks { hook.run() }
        let sleepers = sleepers
        for sleeper in sleepers { sleeper.before() }
        arm()
        let timeout = limit.map { CInt(clamping: max(0, ($0.nanoseconds + 999_999) / 1_000_000)) } ?? -1
        let count = oriel_epoll_wait(epoll.number, &events, &payloads, CInt(events.count), timeout)
        for sleeper in sleepers.reversed() { sleeper.after() }
        handleStops()
        for index in 0..<max(0, Int(count)) {
            guard let source = sources[payloads[index]] else { continue }
            source.handler(Readiness(rawValue: events[index]))
        }
        runDueTimers()
    }

    private func handleStops() {
        let total = stops.total
        guard total > stopped else { return }
        let stop = total - stopped
        stopped = total
        for handler in stopHandlers { handler.run(stop) }
    }

    private func takeNumber() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    private func runDueTimers() {
        guard let first = deadlines.min, first.time <= MonotonicClock.now else { return }
        let now = MonotonicClock.now
        while let next = deadlines.min, next.time <= now {
            deadlines.removeMin()
            timerHandlers.removeValue(forKey: next.number)?()
        }
    }

    /// Sets the kernel timer to the earliest live deadline, if it changed.
    private func arm() {
        while let next = deadlines.min, timerHandlers[next.number] == nil { deadlines.removeMin() }
        let wanted = deadlines.min?.time
        guard wanted != armed else { return }
        armed = wanted
        // An all-zero value would disarm the timer, so a deadline in the past becomes one nanosecond.
        let nanoseconds = wanted.map { max(1, MonotonicClock.alarm(for: $0).nanoseconds) } ?? 0
        var value = itimerspec()
        value.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
        value.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
        timerfd_settime(timer.number, CInt(TFD_TIMER_ABSTIME), &value, nil)
    }
}
