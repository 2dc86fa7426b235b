import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Costs of being among the desktop's media players and of holding its shortcuts: for scripts/prove, on a machine that
/// does nothing else.
@Suite(.serialized, .needs(.phoc), .needs(program: "dbus-daemon"))
struct MediaControlsBenchmarkTests {
    /// Calls `PlayPause` as often as its argument says, and prints for each how long the signal of the new status took,
    /// in milliseconds.
    private static let client = """
        import sys, time, dbus, dbus.mainloop.glib
        from gi.repository import GLib
        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        bus, loop, count = dbus.SessionBus(), GLib.MainLoop(), int(sys.argv[1])
        name, path, player = "org.mpris.MediaPlayer2.oriel", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"
        proxy, start = None, 0
        def call():
            global proxy, start
            # Called again until the player is there.
            if not bus.name_has_owner(name): return True
            proxy = proxy or dbus.Interface(bus.get_object(name, path, introspect=False), player)
            start = time.monotonic()
            proxy.PlayPause(reply_handler=lambda: None, error_handler=lambda error: sys.exit(str(error)))
            return False
        def changed(interface, values, gone):
            global count, start
            # The player announces itself, too. A second call before the first one's signal could cancel it.
            if "PlaybackStatus" not in values or not start: return
            print((time.monotonic() - start) * 1000)
            start = 0
            count -= 1
            GLib.timeout_add(60 + count * 7 % 50, call) if count else loop.quit()
        bus.add_signal_receiver(changed, "PropertiesChanged", "org.freedesktop.DBus.Properties", name, path)
        GLib.timeout_add(500, call)
        loop.run()
        """

    private func environment(_ bus: MessageBus) -> [String: String] { ["DBUS_SESSION_BUS_ADDRESS": bus.address] }

    @Test func theStatusFollowsACallWithinARefresh() async throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let clip = try OrielProgram.clip(.green, frames: 900, size: Size(width: 1280, height: 720))
        try await withSession(.phoc, environment: environment(bus)) { session, _ in
            try session.play(["--loop", "--id", "a", clip], expecting: ["a": .window])
            let client = try ChildProcess(
                "/usr/bin/python3", ["-c", Self.client, "200"],
                environment: Executable.environment.merging(environment(bus)) { $1 })
            defer { client.stop() }
            #expect(client.wait(.seconds(120)) == .code(0), "\(client.standardError)")
            let times = client.standardOutput.split(separator: "\n").compactMap { Double($0) }.sorted()
            try #require(times.count == 200)
            let median = times[times.count / 2]
            print(
                "PlayPause to its signal, 200 calls in play, in ms: median \(rounded(median)), "
                    + "95 % \(rounded(times[times.count * 95 / 100])), worst \(rounded(times.last ?? 0))")
            #expect(median <= 1000.0 / 60)
        }
    }

    /// Starts that alternate between being among the media players and not, on a bus with a portal.
    @Test func theStartIsHardlyLonger() async throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 1280, height: 720))
        let configured = try program.configurationHome(with: "[keys]\nglobal = true\n")
        try await withCompositor(.phoc) { compositor in
            var times: [Bool: [Double]] = [:]
            for round in 0..<80 {
                let isOnTheBus = round % 2 == 0
                var environment = environment(bus)
                environment["XDG_CONFIG_HOME"] = isOnTheBus ? configured : nil
                let player = try compositor.launch(
                    program.path,
                    ["play", "--audio", "none", "--trace-start"] + (isOnTheBus ? [] : ["--no-mpris"]) + [clip],
                    environment: environment)
                defer { player.stop(grace: .seconds(2)) }
                #expect(player.waitForError(.seconds(20)) { $0.contains("is seen\n") }, "\(player.standardError)")
                let line = player.standardError.split(separator: "\n").last { $0.hasSuffix("is seen") }
                let time = line?.split(separator: " ").first.flatMap { Double($0) }
                times[isOnTheBus, default: []].append(try #require(time))
            }
            func median(_ list: [Double]?) -> Double { (list ?? []).sorted()[(list ?? []).count / 2] }
            let (with, without) = (median(times[true]), median(times[false]))
            print(
                "start to the first picture, 40 of each, in ms: median with media controls and shortcuts "
                    + "\(rounded(with)), without \(rounded(without))")
            #expect(with - without <= 3)
        }
    }

    private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
