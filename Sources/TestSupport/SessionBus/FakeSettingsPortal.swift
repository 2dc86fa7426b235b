import CFakePortal
import Glibc
import OrielPlatform
import OrielSessionBus
import Synchronization

/// A fake desktop portal with one setting (`org.freedesktop.portal.Settings`), on its own thread.
public final class FakeSettingsPortal: Sendable {
    private let wakeup: Wakeup
    private let thread: NamedThread
    private let changes: Changes

    private final class Changes: Sendable {
        let settings = Mutex<[DesktopSetting]>([])
        let isStopped = Mutex(false)
        let called = Mutex("")
    }

    /// The portal's method that was called first; empty before that.
    public var firstCall: String { changes.called.withLock { $0 } }

    /// Starts the portal; returns once it answers.
    /// - Parameter address: address of the bus.
    public init(_ setting: DesktopSetting, at address: String) throws {
        let wakeup = try Wakeup()
        let changes = Changes()
        let started = BoundedQueue<TestSupportError?>(capacity: 1)
        self.wakeup = wakeup
        self.changes = changes
        thread = try NamedThread("fake-portal") {
            let portal = UnsafeMutablePointer<fake_portal>.allocate(capacity: 1)
            defer { portal.deallocate() }
            portal.initialize(to: fake_portal(setting))
            do {
                let loop = try EventLoop()
                let bus = try SessionBus(loop: loop, address: address)
                guard fake_portal_start(bus.pointer, portal) == 0 else {
                    throw TestSupportError("no name for the portal")
                }
                // The loop must not retain the bus, or the name would never be released.
                try loop.watch(wakeup) { [weak bus] in
                    guard let bus else { return }
                    for setting in changes.settings.withLock({ $0.drain() }) {
                        let called = portal.pointee.called
                        portal.pointee = fake_portal(setting)
                        portal.pointee.called = called
                        _ = fake_portal_changed(bus.pointer, portal, nil)
                    }
                    bus.process()
                }
                bus.process()
                started.push(nil, generation: 0)
                withExtendedLifetime(bus) {
                    while !changes.isStopped.withLock({ $0 }) {
                        loop.turn(limit: .milliseconds(100))
                        let called = text(of: portal.pointee.called)
                        changes.called.withLock { $0 = called }
                    }
                }
            } catch { started.push(TestSupportError("\(error)"), generation: 0) }
        }
        if case let error?? = started.pop(generation: 0) { throw error }
    }

    /// Changes the setting and sends the change.
    public func change(to setting: DesktopSetting) {
        changes.settings.withLock { $0.append(setting) }
        wakeup.signal()
    }

    /// Releases the name. At most once.
    public func stop() {
        changes.isStopped.withLock { $0 = true }
        wakeup.signal()
        thread.join()
    }
}

extension fake_portal {
    /// Its strings are never freed: a test has only a few.
    init(_ setting: DesktopSetting) {
        self.init()
        space = UnsafePointer(strdup(setting.namespace))
        key = UnsafePointer(strdup(setting.key))
        type = 0
        switch setting.value {
        case .number(let value): (type, number) = (CChar(UInt8(ascii: "u")), value)
        case .decimal(let value): (type, decimal) = (CChar(UInt8(ascii: "d")), value)
        case .boolean(let value): (type, number) = (CChar(UInt8(ascii: "b")), value ? 1 : 0)
        case .text(let value): (type, text) = (CChar(UInt8(ascii: "s")), UnsafePointer(strdup(value)))
        case .color: type = CChar(UInt8(ascii: "x"))
        case .refused: type = 0
        }
    }
}

extension [DesktopSetting] {
    fileprivate mutating func drain() -> [DesktopSetting] {
        defer { self = [] }
        return self
    }
}
