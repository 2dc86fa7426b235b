import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import OrielWaylandProtocols
import Testing

/// After a swap between two programs the picture that left the screen moves into the overlay's place.
@Suite(.serialized) struct GlideTests {
    /// How many there are depends on the machine's speed; without a motion there are two.
    private static let leastSteps = isProving ? 5 : 3

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func itsPictureGlidesIntoThePlaceOfTheOther(kind: CompositorKind) async throws {
        let ways = try await places(kind, configuration: "")
        let (first, last) = (try #require(ways.first), try #require(ways.last))
        #expect(last == 940, "the slot's place, 20 from the right")
        #expect(first < 700, "beside the other's overlay")
        #expect(Set(ways).count >= Self.leastSteps, "steps: \(ways)")
        #expect(ways == ways.sorted())
        print("glided over \(ways)")
    }

    @Test(.needs(.phoc)) func withoutAnimationItIsThereAtOnce() async throws {
        let ways = try await places(.phoc, configuration: "[pip]\nanimation = false\n")
        #expect(ways.last == 940)
        #expect(Set(ways).count <= 2, "steps: \(ways)")
    }

    /// Nothing new is drawn: each step is a commit without a buffer, which must bring the next frame callback.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aPausedPictureGlidesAsWell(kind: CompositorKind) async throws {
        let ways = try await places(kind, configuration: "", isPaused: true)
        #expect(ways.last == 940 && Set(ways).count >= Self.leastSteps, "steps: \(ways)")
    }

    /// phoc runs as the tests' user, whom the bus lets in.
    @Test(.needs(.phoc), .needs(program: "dbus-daemon"))
    func underReducedMotionItIsThereAtOnce() async throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let portal = try StandInPortal(
            .front, ["--setting", "org.freedesktop.appearance reduced-motion u 1"], at: bus.address)
        defer { portal.stop() }
        let ways = try await places(
            .phoc, configuration: "", environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        #expect(Set(ways).count <= 2, "steps: \(ways)")
    }

    /// The fake compositor sends an overlay on its way no frame callback, so that it is still on its way when it is
    /// dragged.
    @Test func aHandThatDragsItOnItsWayKeepsIt() throws {
        let fake = try FakeCompositor(rules: FakeRules { $0.frames = { !$0.isOnItsWay } })
        defer { fake.stop() }
        let oriel = try Executable.built("oriel")
        let play = ["play", "--audio", "none", "--loop"]
        let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 1800)
        let a = try fake.launch(oriel, play + ["--fullscreen", "--id", "a", clip.file()])
        defer { a.stop(grace: .zero) }
        try #require(fake.shows { $0.isMapped })
        let b = try fake.launch(oriel, play + ["--pip", "--id", "b", clip.file()])
        defer { b.stop(grace: .zero) }
        // Its start is over once its first picture was presented, and others follow.
        try #require(fake.shows { $0.role == .layer && $0.isMapped && $0.commits >= 5 })
        let swap = try fake.launch(oriel, ["swap", "--player", "a"])
        defer { swap.stop(grace: .zero) }
        #expect(swap.wait(.seconds(20)) == .code(0), "nothing waits for the glide: \(swap.standardError)")
        #expect(fake.shows { $0.isOnItsWay }, "\(fake.surfaces)")
        let shown = try #require(fake.surfaces.first { $0.isOnItsWay }, "\(fake.surfaces)")
        let overlay = shown.number
        // Where the first step has brought it, and the 10 pixels that it is dragged back.
        let held = 1280 - 320 - shown.margins[1] - 10

        fake.movePointer(over: overlay, x: 100, y: 60)
        fake.button(.left, pressed: true)
        fake.movePointer(over: overlay, x: 90, y: 60)
        fake.button(.left, pressed: false)
        fake.setRules { $0.frames = { _ in true } }
        func isHeld(_ surface: FakeSurface) -> Bool {
            surface.number == overlay && surface.margins == [0, 0, 20, held]
        }
        #expect(fake.shows(isHeld), "\(fake.surfaces)")
        // Longer than a glide takes.
        let commits = try #require(fake.surfaces.first { $0.number == overlay }).commits
        #expect(fake.shows { $0.number == overlay && $0.commits >= commits + 15 })
        #expect(fake.surfaces.contains(where: isHeld), "\(fake.surfaces)")
    }

    /// Where the overlay's left edge was in each composition of a swap.
    private func places(
        _ kind: CompositorKind, configuration: String, isPaused: Bool = false, environment: [String: String] = [:]
    ) async throws -> [Int] {
        let a = try OrielProgram.clip(.green, frames: 1500)
        let b = try OrielProgram.clip(.red, frames: 1500)
        return try await withCompositor(kind) { compositor in
            let session = try OrielSession(compositor, environment: environment, configuration: configuration)
            try session.play(["--fullscreen", "--id", "a", a], expecting: ["a": .fullscreen])
            try session.play(["--pip", "--id", "b", b], expecting: ["b": .pip])
            if isPaused { for name in ["a", "b"] { try session.run("pause", "--player", name) } }
            let proven = try await ProvenCapture(of: compositor) { capture in
                try session.run("swap")
                // `status` reports the placement that the glide goes to, from its beginning.
                #expect(try session.player("a").placement?.margins[1] == 20)
                // Until it has stood in its place for a while.
                var steady = 0
                let end = capture.wait(.seconds(20), from: capture.count) { composition in
                    steady = composition.places(of: .green).contains { abs($0.x - 940) <= 2 } ? steady + 1 : 0
                    return steady == 20
                }
                #expect(end != nil, "it never came to its place")
            }
            return proven.compositions.compactMap { composition in
                composition.places(of: .green).first { $0.width < 640 }.map { ($0.x + 2) / 4 * 4 }
            }
        }
    }
}

extension FakeSurface {
    /// Held by the right edge, as in the slot's place, and further from it.
    fileprivate var isOnItsWay: Bool { role == .layer && anchor.contains(.right) && margins[1] > 20 }
}
