import Glibc
import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// Requests to GNOME Shell's extension on a real message bus, as `dbus-monitor` sees them.
@Suite(.serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
struct ShellExtensionTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig() }

    /// Waits until so many requests were seen, and returns them.
    private func requests(_ count: Int, _ monitor: ChildProcess) -> [Substring] {
        func found() -> [Substring] {
            monitor.standardOutput.split(separator: "method call ").filter { $0.contains("member=Place") }
        }
        let deadline = MonotonicClock.now + .seconds(10)
        // The last one is complete when its dictionary is closed.
        while found().count < count || found().last?.contains("\n   ]") != true, MonotonicClock.now < deadline {
            loop.turn(limit: .milliseconds(20))
        }
        return found()
    }

    @Test func anOverlayIsNamedByItsProcessAndItsNumber() throws {
        let monitor = try ChildProcess(
            "dbus-monitor", ["--address", bus.address, "destination='\(ShellExtension.name)'"])
        defer { monitor.stop() }
        #expect(monitor.waitForOutput(.seconds(10)) { $0.contains("NameLost") || $0.contains("NameAcquired") })
        let shell = try ShellExtension(BusConnections(loop: loop, address: bus.address))
        let first = shell.open(at: .init(corner: "top-left", x: 20, y: 30, output: "DP-1"))
        let second = shell.open(at: .init(corner: "bottom-right", x: 5, y: 6))
        var seen = requests(2, monitor)
        try #require(seen.count == 2, "\(monitor.standardOutput)")
        #expect(seen.allSatisfy { $0.contains("uint32 \(getpid())\n") })
        #expect(seen[0].contains("uint32 0\n") && seen[1].contains("uint32 1\n"))
        #expect(seen[0].contains("\"top-left\"") && seen[0].contains("int64 20") && seen[0].contains("\"DP-1\""))
        #expect(seen[1].contains("\"bottom-right\"") && !seen[1].contains("output"))
        shell.close(first)
        shell.move(second, to: .init(corner: "top-right", x: 1, y: 2))
        shell.move(first, to: .init(corner: "top-left", x: 1, y: 2))
        seen = requests(3, monitor)
        #expect(seen.count == 3)
        #expect(seen.last?.contains("uint32 0\n") == true && seen.last?.contains("\"top-right\"") == true)
        #expect(!shell.isEnabled)
    }
}
