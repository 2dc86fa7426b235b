import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Surfaces that the compositor takes away in the middle of a swap between two real processes, which no real compositor
/// does on command: the fake one does.
@Suite(.serialized) struct SurfaceFaultTests {
    /// The object that the compositor takes away.
    enum Loss: String, CaseIterable, Sendable {
        /// The overlay that A is about to get.
        case newOverlay = "A's overlay"
        /// The overlay that B leaves.
        case oldOverlay = "B's overlay"
        /// The output on which both stand; there is another.
        case output
    }

    struct Cell: Hashable, Sendable, CustomStringConvertible {
        var loss: Loss
        var phase: FaultCell.Phase
        var description: String { "\(loss.rawValue) at \(phase.rawValue)" }

        static let all = FaultCell.Phase.allCases.flatMap { phase in Loss.allCases.map { Cell(loss: $0, phase: phase) }
        }
        /// As `FaultCell.sample`.
        static func sample(_ count: Int) -> [Cell] {
            count < all.count ? (0..<count).map { all[$0 * 5 % all.count] } : all
        }
    }

    private static let cells = Cell.sample(Counts.of("ORIEL_FAULTS", default: 6))
    private static let clips = (
        a: StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 1800),
        b: StampedClip(stream: .red, size: Size(width: 640, height: 360), frames: 1800)
    )

    @Test(arguments: cells) func noPlayerIsLostWithItsSurface(cell: Cell) throws {
        let offer = FakeOffer { $0.outputs = [.init(name: "FAKE-1"), .init(name: "FAKE-2", x: 1280)] }
        let fake = try FakeCompositor(offer)
        defer { fake.stop() }
        let oriel = try Executable.built("oriel")
        let play = ["play", "--audio", "none", "--loop"]
        let a = try fake.launch(oriel, play + ["--fullscreen", "--id", "a", Self.clips.a.file()])
        defer { a.stop(grace: .zero) }
        try #require(fake.shows { $0.shows(.green) })
        let b = try fake.launch(oriel, play + ["--pip", "--id", "b", Self.clips.b.file()])
        defer { b.stop(grace: .zero) }
        try #require(fake.shows { $0.shows(.red) })
        let old = try #require(fake.surfaces.first { $0.role == .layer }?.number)

        let watch = try fake.launch(oriel, ["watch", "--json"])
        defer { watch.stop(grace: .zero) }
        try #require(watch.waitForOutput(.seconds(20)) { $0.contains("snapshot") }, "watch says nothing")
        let swap = try fake.launch(oriel, ["swap", "--no-wait", "--player", "a"])
        defer { swap.stop(grace: .zero) }
        #expect(
            watch.waitForOutput(.seconds(20)) { $0.contains("\"phase\":\"\(cell.phase.rawValue)\"") },
            "\(cell): \(watch.standardOutput)")
        switch cell.loss {
        case .newOverlay:
            // It is there from P1 on, though the news of the phase may come a moment before.
            try #require(fake.shows { $0.isOverlay(besides: old) })
            if let number = fake.surfaces.first(where: { $0.isOverlay(besides: old) })?.number { fake.close(number) }
        case .oldOverlay: fake.close(old)
        case .output: fake.removeOutput("FAKE-1")
        }

        let modes = try settledModes(of: ["a", "b"]) { try fake.players() }
        print("\(cell): \(modes.sorted { $0.key < $1.key }.map { "\($0.key.uppercased()) \($0.value)" })")
        #expect(a.wait(.zero) == nil && b.wait(.zero) == nil, "a player ended: \(a.standardError)\(b.standardError)")
        // Each picture is somewhere; A's may wait in its window, where it has lost its overlay for good.
        for (name, stream) in [("a", StampColor.green), ("b", .red)] {
            #expect(
                fake.surfaces.contains { $0.shows(stream) && $0.role == (modes[name] == .pip ? .layer : .toplevel) },
                "\(cell): \(stream) is nowhere; \(modes), \(fake.surfaces), \(watch.standardOutput)")
        }
        #expect(modes["b"] != .hidden && modes["a"] != .hidden, "\(cell): \(modes)")
        let hasLostOverlay = modes["a"] != .pip
        for stream in [StampColor.red] + (hasLostOverlay ? [] : [.green]) {
            let before = fake.surfaces.compactMap { $0.shows(stream) ? $0.index : nil }.max() ?? -1
            #expect(
                fake.shows { $0.shows(stream) && $0.index ?? -1 != before },
                "\(cell): \(stream) stands still; \(modes), \(watch.standardOutput)")
        }
    }
}

extension FakeSurface {
    fileprivate func shows(_ stream: StampColor) -> Bool { isMapped && stamps.contains { $0.stream == stream } }
    fileprivate func isOverlay(besides number: Int) -> Bool { role == .layer && self.number != number }
}
