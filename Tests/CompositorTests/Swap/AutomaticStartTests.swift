import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// `oriel play --auto-pip` on a desktop with workspaces: contract cases 12 to 16, 18 and 63 on the shipped player.
@Suite(.serialized) struct AutomaticStartTests {
    private func withPlayer(
        _ options: String..., body: (DesktopSession, ChildProcess) async throws -> Void
    ) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        try await withDesktop { desktop in
            let player = try desktop.session.play(
                ["--id", "a", "--loop"] + options + [clip], expecting: ["a": .window])
            try await body(desktop, player)
        }
    }

    @Test(.needs(.sway)) func case12_itLiftsWhenItsWorkspaceIsLeftAndComesBackWhenThatIsShown() async throws {
        try await withPlayer("--auto-pip") { desktop, player in
            // Case 65: again and again.
            for _ in 0..<2 {
                let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
                try desktop.show(.second)
                try desktop.session.wait(for: ["a": .pip])
                #expect(capture.wait(.seconds(10)) { $0.index(of: .green) != nil } != nil)
                try capture.stop()
                #expect(try desktop.isThere(windowOf: player), "its window stays")
                let away = try desktop.session.player("a")
                #expect(away.pip.active && !away.paused)
                try desktop.show(.first)
                try desktop.session.wait(for: ["a": .window])
                let back = try desktop.session.player("a")
                #expect(!back.pip.active && !back.paused)
                #expect(try desktop.isVisible(windowOf: player))
            }
        }
    }

    @Test(.needs(.sway)) func theReturnBringsItToWhereTheUserIs() async throws {
        try await withPlayer("--auto-pip") { desktop, player in
            try desktop.show(.second)
            try desktop.session.wait(for: ["a": .pip])
            try desktop.session.run("toggle")
            try desktop.session.wait(for: ["a": .window])
            #expect(try desktop.isVisible(windowOf: player))
            // Case 65: from there as from anywhere.
            try desktop.show(.first)
            try desktop.session.wait(for: ["a": .pip])
            try desktop.session.run("close")
            #expect(player.wait(.seconds(10)) == .code(0), "closing it ends the player, window and all")
        }
    }

    @Test(.needs(.sway)) func case13And14And15_pausedOrNotWantedOrTakenItStays() async throws {
        try await withPlayer("--auto-pip", "--paused") { desktop, _ in
            let other = try OrielProgram.clip(.red, frames: 1800, size: Size(width: 640, height: 360))
            try desktop.session.play(["--id", "c", "--loop", other], expecting: ["c": .window])
            try desktop.session.play(["--id", "b", "--loop", "--pip", other], expecting: ["b": .pip])
            func onlyTheOldOneStays() throws -> Bool {
                try stays(
                    for: .seconds(2), because: "an automatic start comes within half a second after hiding",
                    every: .milliseconds(50)
                ) { try Set(desktop.session.status().filter { $0.mode == .pip }.map(\.id)) == ["b"] }
            }
            // Not wanted: c; paused: a.
            try desktop.show(.second)
            #expect(try onlyTheOldOneStays())
            // Taken: the holder stays, whatever plays.
            try desktop.show(.first)
            try desktop.session.run("resume", "--player", "a")
            try desktop.session.wait(for: "a") { !$0.paused && $0.frames.presented > 5 }
            try desktop.show(.second)
            #expect(try onlyTheOldOneStays())
        }
    }

    /// The headless ones draw on whatever they are told; the fake compositor's outputs go dark.
    @Test func case63_darkOutputsLiftNothingAndWhatPlayedGoesOnAfterwards() throws {
        let session = try FakeSession(["--loop", "--auto-pip"], media: [smallClip(frames: 1800)])
        defer { session.stop() }
        let fake = session.fake
        func status() throws -> PlayerStatus? { try fake.players().first }
        #expect(try wait(.seconds(20)) { try status().map { $0.frames.presented > 5 } ?? false })
        fake.setRules { $0.frames = { _ in false } }
        #expect(try wait(.seconds(20)) { try status()?.paused == true })
        #expect(try status()?.mode == .window && status()?.pip.state == .idle)
        fake.setRules { $0.frames = { _ in true } }
        #expect(try wait(.seconds(20)) { try status()?.paused == false })
        #expect(try status()?.mode == .window)
        #expect(!fake.surfaces.contains { $0.role == .layer && $0.isMapped }, "\(fake.surfaces)")
    }

    @Test(.needs(.phoc), .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
    func case63_theLockHidesPictureInPictureAndItsEndBringsItBack() async throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let manager = try StandInPortal(.login, at: bus.address)
        defer { manager.stop() }
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        try await withCompositor(.init(.phoc)) { compositor in
            let session = try OrielSession(
                compositor, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            try session.play(["--id", "a", "--loop", clip], expecting: ["a": .window])
            try session.run("toggle")
            try manager.setLocked(true)
            try session.wait(for: "a") { $0.pip.suspended && $0.paused }
            try manager.setLocked(false)
            try session.wait(for: "a") { !$0.pip.suspended && !$0.paused && $0.pip.active }
            // A player that the user paused stays paused.
            try session.run("pause")
            try manager.setLocked(true)
            try session.wait(for: "a") { $0.pip.suspended }
            try manager.setLocked(false)
            try session.wait(for: "a") { !$0.pip.suspended }
            #expect(try session.player("a").paused)
        }
    }

    /// The machine sleeps and wakes up behind a locked screen.
    @Test(.needs(.phoc), .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
    func sleepPausesAndWakingUpResumesOnceTheScreenIsUnlocked() async throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let manager = try StandInPortal(.login, at: bus.address)
        defer { manager.stop() }
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        try await withCompositor(.init(.phoc)) { compositor in
            let session = try OrielSession(
                compositor, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            try session.play(["--id", "a", clip], expecting: ["a": .window])
            try manager.setAsleep(true)
            try session.wait(for: "a") { $0.paused }
            let before = try session.player("a").position
            try manager.setLocked(true)
            try manager.setAsleep(false)
            try session.watch("a", for: .milliseconds(500), because: "a resume comes with the signal itself") {
                $0.paused && $0.position == before
            }
            try manager.setLocked(false)
            try session.wait(for: "a") { !$0.paused }
            #expect(try session.player("a").position < before + 5)
            // A player that the user paused stays paused.
            try session.run("pause")
            try manager.setAsleep(true)
            try manager.setAsleep(false)
            try session.watch("a", for: .milliseconds(500), because: "a resume comes with the signal itself") {
                $0.paused
            }
        }
    }
}
