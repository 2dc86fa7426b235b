import OrielGeometry
import OrielMedia
import OrielStamps
import OrielTestSupport
import OrielWaylandProtocols
import Testing

/// The whole program on the fake compositor.
@Suite struct FakeProgramTests {
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 900)

    /// Plays the clip in a window on `fake`; answers the player and the window once frames have come.
    private func play(on fake: FakeCompositor) throws -> (player: ChildProcess, window: FakeSurface) {
        let player = try fake.launch(Executable.built("oriel"), ["play", "--audio", "none", clip.file()])
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in
                surfaces.contains { $0.role == .toplevel && $0.isMapped && ($0.index ?? 0) >= 10 }
            }, "\(player.standardError)")
        return (player, try #require(fake.surfaces.first { $0.isMapped }))
    }

    @Test func theWindowGoesOnlyOnceTheOverlayWasPresented() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let (player, window) = try play(on: fake)
        defer { player.stop() }
        fake.focusKeyboard(on: window.number)
        fake.press("i")
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.layer] },
            "\(fake.surfaces)")
        let overlay = try #require(fake.surfaces.first { $0.role == .layer })
        #expect(overlay.name == "oriel" && overlay.layer == .overlay && !overlay.takesKeyboard)
        let presented = try #require(
            fake.events.firstIndex {
                guard $0.surface == overlay.number, case .presented = $0.kind else { return false }
                return true
            })
        let gone = try #require(fake.events.firstIndex { $0.surface == window.number && $0.kind == .unmapped })
        #expect(presented < gone)
    }

    @Test func whileTheOverlayWaitsToBeConfiguredTheWindowPlaysOn() throws {
        var rules = FakeRules()
        rules.configures = { $0.role != .layer }
        let fake = try FakeCompositor(rules: rules)
        defer { fake.stop() }
        let (player, window) = try play(on: fake)
        defer { player.stop() }
        fake.focusKeyboard(on: window.number)
        fake.press("i")
        #expect(
            fake.wait(.seconds(20)) { surfaces, events in
                surfaces.contains { $0.role == .layer }
                    && events.contains { $0.kind == .wantsConfigure && $0.surface != window.number }
            })
        let overlay = try #require(fake.surfaces.first { $0.role == .layer })
        let before = try #require(fake.surfaces.first { $0.number == window.number }?.index)
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in
                surfaces.contains { $0.number == window.number && $0.isMapped && ($0.index ?? 0) >= before + 5 }
            }, "the window plays on")
        fake.configure(overlay.number)
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.layer] },
            "\(fake.surfaces)")
    }

    @Test func aDeadCompositorIsAnErrorNotACrash() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let (player, _) = try play(on: fake)
        fake.disconnectClients()
        #expect(player.wait(.seconds(20)) == .code(1), "\(player.standardError)")
        let words = player.standardError.split(separator: "\n").filter { $0.hasPrefix("oriel:") }
        #expect(words.contains { $0.contains("compositor") }, "\(player.standardError)")
    }
}
