import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// The connections of `oriel play` to its message buses.
@Suite(.serialized, .needs(program: "dbus-daemon"), .needs(program: "gdbus"))
struct BusConnectionTests {
    /// Settings, media controls, global shortcuts, the screen kept on and GNOME Shell's extension share the user's bus;
    /// the lock and sleep are on the system's.
    @Test func aPlayerHasOneConnectionToEachBus() throws {
        let (user, system) = (try MessageBus(), try MessageBus())
        defer {
            user.stop()
            system.stop()
        }
        let portal = try StandInPortal(.front, at: user.address)
        defer { portal.stop() }
        // Its screen is kept on by the portal, and its overlay is a window.
        let offer = FakeOffer { $0.missing = ["zwp_idle_inhibit_manager_v1", "zwlr_layer_shell_v1"] }
        let fake = try FakeCompositor(offer)
        defer { fake.stop() }
        let home = try TemporaryFolder()
        defer { home.remove() }
        let environment = [
            "DBUS_SESSION_BUS_ADDRESS": user.address, "DBUS_SYSTEM_BUS_ADDRESS": system.address,
            "XDG_STATE_HOME": "\(home.path)/state", "XDG_CONFIG_HOME": "\(home.path)/config",
        ]
        let oriel = try Executable.built("oriel")
        let before = user.connections
        let binding = try fake.launch(oriel, ["bind", "portal"], environment: environment)
        #expect(binding.wait(.seconds(20)) == .code(0), "\(binding.standardError)")
        // The daemon may see the end of a connection a moment after the program's.
        #expect(wait(.seconds(5)) { user.connections == before })
        let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 1800)
        let player = try fake.launch(
            oriel, ["play", "--audio", "none", "--loop", clip.file()], environment: environment)
        defer { player.stop(grace: .zero) }
        // All clients have asked: the shortcuts are bound a second time, and the media controls announced.
        let isServed = portal.wait(.seconds(20)) { calls in
            calls.count { $0.hasPrefix("BindShortcuts ") } == 2 && calls.contains("ReadAll")
                && calls.contains("Inhibit 8")
        }
        #expect(isServed, "\(portal.calls) \(player.standardError)")
        #expect(wait(.seconds(10)) { (try? hasPlayer(user)) == true })
        // The question's own connection may end a moment later.
        #expect(wait(.seconds(5)) { user.connections == before + 1 })
        #expect(system.connections == 1)
        #expect(portal.calls.count { $0 == "Register oriel" } == 2, "\(portal.calls)")
    }

    private func hasPlayer(_ bus: MessageBus) throws -> Bool {
        let names = try gdbus(
            call: "org.freedesktop.DBus.ListNames", of: "org.freedesktop.DBus", at: "/", on: bus.address)
        defer { names.stop() }
        return names.wait(.seconds(10)) == .code(0) && names.standardOutput.contains("org.mpris.MediaPlayer2.oriel")
    }
}
