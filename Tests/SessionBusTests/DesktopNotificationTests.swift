import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// A notification instead of a window.
@Suite(.serialized) struct DesktopNotificationTests {
    @Test func aSilentOrMissingBusIsLeftInTime() throws {
        let listener = try LoopbackListener("silent")
        let isOver = Monitor(false)
        try listener.serve { _ in _ = isOver.wait { $0 ? true : nil } }
        defer {
            isOver.update { $0 = true }
            listener.end()
        }
        for address in ["tcp:host=127.0.0.1,port=\(listener.port)", "unix:path=/nowhere/bus", "nonsense"] {
            let start = MonotonicClock.now
            let isShown = DesktopNotification.show(
                "Oriel", "x", desktopEntry: "oriel", address: address, within: .milliseconds(300))
            #expect(!isShown && MonotonicClock.now - start < .seconds(2), "\(address)")
        }
    }

    @Test(.enabled(if: Executable.isExpected("dbus-monitor"), "dbus-monitor is not installed"))
    func theTextReachesTheBusWithoutMarkup() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let monitor = try ChildProcess(
            "dbus-monitor", ["--address", bus.address, "interface='org.freedesktop.Notifications'"])
        defer { monitor.stop() }
        #expect(monitor.waitForOutput(.seconds(10)) { $0.contains("NameAcquired") || $0.contains("NameLost") })
        // There is no such service, which the bus says at once.
        let start = MonotonicClock.now
        let isShown = DesktopNotification.show(
            "Oriel", "<b>a & b</b>", desktopEntry: "oriel", address: bus.address, within: .seconds(10))
        #expect(!isShown && MonotonicClock.now - start < .seconds(5))
        #expect(
            monitor.waitForOutput(.seconds(10)) { $0.contains("string \"&lt;b&gt;a &amp; b&lt;/b&gt;\"") },
            "\(monitor.standardOutput)")
    }
}
