import Foundation
import OrielAccessibility
import OrielGeometry
import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// A program's elements on the accessibility bus of this machine, with real and hostile readers.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"),
    .enabled(if: Executable.isExpected(AccessibilityBus.program), "at-spi2-core is not installed"),
    .enabled(if: Executable.isExpected("gdbus"), "gdbus is not installed"))
struct AccessibilityServiceTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig() }

    private final class Requests { var list: [(id: String, request: AccessibleRequest)] = [] }

    private func service(_ requests: Requests = Requests()) throws -> AccessibilityService {
        try AccessibilityService(buses, program: "Cinema") { requests.list.append(($0, $1)) }
    }

    private static var window: AccessibleNode {
        var window = AccessibleNode("v1_window", .frame, "Film")
        var button = AccessibleNode("v1_play", .pushButton, "Play")
        button.action = "press"
        button.area = Rect(x: 10, y: 20, width: 30, height: 40)
        var bar = AccessibleNode("v1_bar", .slider, "Position")
        bar.value = .init(5, in: 0...60, step: 5, text: "0:05 of 1:00")
        window.area = Rect(x: 0, y: 0, width: 640, height: 360)
        window.children = [button, bar]
        return window
    }

    /// A client of the accessibility bus.
    private struct Client {
        let address: String
        let name: String
        let turn: (() -> Bool) -> Bool

        func start(_ path: String, _ method: String, _ arguments: [String] = []) throws -> ChildProcess {
            try gdbus(call: method, arguments, of: name, at: "/org/a11y/atspi/\(path)", on: address)
        }

        /// Calls a method. Returns the answer, or the error.
        func call(_ path: String, _ method: String, _ arguments: String...) throws -> String {
            let child = try start(path, method, arguments)
            defer { child.stop() }
            #expect(turn { !child.isRunning })
            return child.wait(.zero) == .code(0) ? child.standardOutput : child.standardError
        }
    }

    /// Waits until a program is registered; its client.
    private func client(_ service: AccessibilityService, on bus: AccessibilityBus) throws -> Client {
        #expect(turn { service.isActive })
        service.update([Self.window])
        return Client(
            address: try #require(try bus.address), name: try #require(service.connectionName)
        ) { turn(until: $0) }
    }

    @Test func withoutAReaderThereIsOneQuestionAndOneRule() throws {
        let monitor = try ChildProcess("dbus-monitor", ["--address", bus.address])
        defer { monitor.stop() }
        #expect(monitor.waitForOutput(.seconds(10)) { $0.contains("NameAcquired") })
        let before = monitor.standardOutput.count
        let service = try service()
        #expect(!turn(.seconds(1)) { service.isActive })
        let calls = monitor.standardOutput.dropFirst(before).split(separator: "\n").filter {
            $0.hasPrefix("method call")
        }
        #expect(calls.map { $0.split(separator: "member=").last ?? "" } == ["Hello", "AddMatch", "Get"], "\(calls)")
        withExtendedLifetime(service) {}
    }

    @Test func elementsComeAndGoWithTheReader() throws {
        let service = try service()
        let access = try AccessibilityBus(isEnabled: false, at: bus.address)
        defer { access.stop() }
        #expect(!turn(.milliseconds(500)) { service.isActive })
        for _ in 0..<2 {
            try access.set(isEnabled: true)
            #expect(turn { service.isActive })
            try access.set(isEnabled: false)
            #expect(turn { !service.isActive })
        }
    }

    @Test func aReaderThatWasThereFirstIsFoundAndItsEndToo() throws {
        let access = try AccessibilityBus(at: bus.address)
        let service = try service()
        #expect(turn { service.isActive })
        access.stop()
        #expect(turn { !service.isActive })
        let other = try AccessibilityBus(at: bus.address)
        defer { other.stop() }
        #expect(turn { service.isActive })
    }

    @Test func itsOwnerIsNotCalledWhileItIsReleased() throws {
        let access = try AccessibilityBus(at: bus.address)
        defer { access.stop() }
        var service: AccessibilityService? = try service()
        #expect(turn { service?.isActive == true })
        let calls = Requests()
        service?.onActivity = { calls.list.append(("activity", .press)) }
        service = nil
        #expect(calls.list.isEmpty)
    }

    @Test func interfacesAreAnswered() throws {
        let access = try AccessibilityBus(at: bus.address)
        defer { access.stop() }
        let requests = Requests()
        let service = try service(requests)
        let client = try client(service, on: access)
        let (prefix, get) = ("org.a11y.atspi.", "org.freedesktop.DBus.Properties.Get")
        #expect(try client.call("accessible/v1_window", prefix + "Accessible.GetRoleName") == "('frame',)\n")
        #expect(
            try client.call("accessible/v1_play", prefix + "Component.GetExtents", "0") == "((10, 20, 30, 40),)\n")
        #expect(
            try client.call("accessible/v1_window", prefix + "Component.GetAccessibleAtPoint", "15", "25", "1")
                .contains("v1_play"))
        #expect(
            try client.call("accessible/v1_window", prefix + "Component.GetAccessibleAtPoint", "1000", "25", "1")
                .contains("/org/a11y/atspi/null"))
        #expect(
            try client.call("accessible/v1_bar", get, prefix + "Value", "CurrentValue") == "(<5.0>,)\n")
        #expect(try client.call("accessible/v1_play", prefix + "Action.DoAction", "0") == "(true,)\n")
        #expect(
            try client.call(
                "accessible/v1_bar", "org.freedesktop.DBus.Properties.Set", prefix + "Value", "CurrentValue", "<99.0>")
                == "()\n")
        #expect(turn { requests.list.count == 2 })
        #expect(requests.list.map(\.id) == ["v1_play", "v1_bar"])
        #expect(requests.list.map(\.request) == [.press, .set(60)])
    }

    @Test func impossibleCallsGetAnError() throws {
        let access = try AccessibilityBus(at: bus.address)
        defer { access.stop() }
        let requests = Requests()
        let service = try service(requests)
        let client = try client(service, on: access)
        let (prefix, properties) = ("org.a11y.atspi.", "org.freedesktop.DBus.Properties.")
        let cases: [(String, [String], String)] = [
            ("accessible/none", [prefix + "Accessible.GetRole"], "UnknownObject"),
            ("accessible/v1_play/deeper", [prefix + "Accessible.GetRole"], "UnknownObject"),
            ("accessible", [prefix + "Accessible.GetRole"], "UnknownObject"),
            ("accessible/v1_play", [prefix + "Accessible.Explode"], "UnknownMethod"),
            ("accessible/v1_play", [prefix + "Text.GetText", "0", "1"], "UnknownInterface"),
            ("accessible/v1_play", [prefix + "Value.Explode"], "UnknownInterface"),
            ("accessible/v1_play", [prefix + "Action.DoAction", "1"], "InvalidArgs"),
            ("accessible/v1_play", [prefix + "Action.DoAction", "'x'"], "InvalidArgs"),
            ("accessible/v1_play", [prefix + "Action.DoAction", "2147483647"], "InvalidArgs"),
            ("accessible/v1_play", [prefix + "Component.Contains"], "InvalidArgs"),
            ("accessible/v1_play", [properties + "Get", prefix + "Accessible", "Nothing"], "UnknownProperty"),
            ("accessible/v1_play", [properties + "Set", prefix + "Accessible", "Name", "<'x'>"], "PropertyReadOnly"),
            ("accessible/v1_bar", [properties + "Set", prefix + "Value", "CurrentValue", "<'nan'>"], "InvalidArgs"),
            (
                "accessible/root", [properties + "Set", prefix + "Application", "Id", "<int64 99999999999>"],
                "InvalidArgs"
            ),
        ]
        for (path, arguments, error) in cases {
            let child = try client.start(path, arguments[0], Array(arguments.dropFirst()))
            #expect(turn { !child.isRunning })
            #expect(child.standardError.contains(error), "\(path) \(arguments): \(child.standardError)")
            child.stop()
        }
        #expect(requests.list.isEmpty)
        #expect(service.isActive)
    }

    @Test func aFloodOfCallsLeavesTimeForOtherWork() throws {
        let access = try AccessibilityBus(at: bus.address)
        defer { access.stop() }
        let service = try service()
        let client = try client(service, on: access)
        var window = Self.window
        window.children = (0..<1500).map {
            AccessibleNode("v1_row\($0)", .listItem, String(repeating: "x", count: 500))
        }
        service.update([window])
        let flood = try access.flood(client.name)
        defer { flood.stop(grace: .zero) }
        var (longest, ticks) = (Duration.zero, 0)
        let end = MonotonicClock.now + .seconds(2)
        while MonotonicClock.now < end {
            let begin = MonotonicClock.threadCPUTime
            loop.turn(limit: .milliseconds(4))
            longest = max(longest, MonotonicClock.threadCPUTime - begin)
            ticks += 1
        }
        // A debug build answers 16 lists of 1500 elements in this time.
        #expect(longest < .milliseconds(250), "\(longest) in \(ticks) turns")
        #expect(service.isActive)
    }

    /// Stands in for the accessibility bus's launcher, which names an address.
    private func launcher(naming address: String) throws -> ChildProcess {
        let child = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sys, dbus.bus, dbus.mainloop.glib, dbus.service
                from gi.repository import GLib
                dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)

                class Launcher(dbus.service.Object):
                    @dbus.service.method("org.freedesktop.DBus.Properties", "ss", "v")
                    def Get(self, interface, name):
                        return True

                    @dbus.service.method("org.a11y.Bus", "", "s")
                    def GetAddress(self):
                        print("asked", flush=True)
                        return sys.argv[2]

                bus = dbus.bus.BusConnection(sys.argv[1])
                launcher = Launcher(bus, "/org/a11y/bus")
                bus.request_name("org.a11y.Bus")
                print("ready", flush=True)
                GLib.MainLoop().run()
                """, bus.address, address,
            ])
        #expect(child.waitForOutput(.seconds(20)) { $0.contains("ready") })
        return child
    }

    /// An address can name a program that the library would start.
    @Test(arguments: [
        "unixexec:path=/usr/bin/touch,argv1=TRACE", "unix:path=/none;unixexec:path=/usr/bin/touch,argv1=TRACE",
        "unix:path=/none,guid=0;tcp:host=127.0.0.1,port=1", "tcp:host=127.0.0.1,port=1", "unix:", "",
    ])
    func anAddressThatIsNoSocketIsNotUsed(_ address: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let trace = folder.path + "/trace"
        let launcher = try launcher(naming: address.replacing("TRACE", with: trace))
        defer { launcher.stop(grace: .zero) }
        let service = try service()
        #expect(turn { launcher.standardOutput.contains("asked") })
        #expect(!turn(.milliseconds(500)) { service.isActive || FileManager.default.fileExists(atPath: trace) })
    }

    @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
    func aBusOfAnotherUserIsToldNothing() throws {
        let name = "oriel-test-\(getpid())"
        let stranger = try ChildProcess(
            "setpriv",
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c",
                """
                import socket, sys
                listener = socket.socket(socket.AF_UNIX)
                listener.bind("\\0" + sys.argv[1])
                listener.listen()
                print("ready", flush=True)
                connection, data = listener.accept()[0], b""
                while more := connection.recv(4096):
                    data += more
                print("closed", b"Embed" in data or b"GetId" in data, flush=True)
                """, name,
            ])
        defer { stranger.stop(grace: .zero) }
        #expect(stranger.waitForOutput(.seconds(20)) { $0.contains("ready") })
        let launcher = try launcher(naming: "unix:abstract=\(name)")
        defer { launcher.stop(grace: .zero) }
        let service = try service()
        #expect(turn { stranger.standardOutput.contains("closed False") })
        #expect(!service.isActive)
    }

    @Test func aBusThatStandsStillIsLeft() throws {
        let access = try AccessibilityBus(at: bus.address)
        defer { access.stop() }
        let service = try service()
        _ = try client(service, on: access)
        access.setStopped(true)
        var window = Self.window
        let begin = MonotonicClock.now
        for number in 0..<20_000 where service.isActive {
            window.name = "Film \(number)"
            service.update([window])
        }
        #expect(!service.isActive)
        #expect(MonotonicClock.now - begin < .seconds(5))
        access.setStopped(false)
    }
}
