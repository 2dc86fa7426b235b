import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// After a swap between two programs the picture that left the screen moves into the overlay's place.
@Suite(.serialized) struct GlideTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func itsPictureGlidesIntoThePlaceOfTheOther(kind: CompositorKind) async throws {
        let ways = try await places(kind, configuration: "")
        let (first, last) = (try #require(ways.first), try #require(ways.last))
        #expect(last == 940, "the slot's place, 20 from the right")
        #expect(first < 700, "beside the other's overlay")
        #expect(Set(ways).count >= 5, "steps: \(ways)")
        #expect(ways == ways.sorted())
        print("glided over \(ways)")
    }

    @Test(.needs(.phoc)) func withoutAnimationItIsThereAtOnce() async throws {
        let ways = try await places(.phoc, configuration: "[pip]\nanimation = false\n")
        #expect(ways.last == 940)
        #expect(Set(ways).count <= 2, "steps: \(ways)")
    }

    /// Where the overlay's left edge was in each composition of a swap.
    private func places(_ kind: CompositorKind, configuration: String) async throws -> [Int] {
        let program = try OrielProgram()
        let home = try program.configurationHome(with: configuration)
        let a = try program.clip(.green, frames: 1500)
        let b = try program.clip(.red, frames: 1500)
        return try await withCompositor(kind) { compositor in
            let session = OrielSession(compositor, program, environment: ["XDG_CONFIG_HOME": home])
            try session.play(["--fullscreen", "--id", "a", a], expecting: ["a": .fullscreen])
            try session.play(["--pip", "--id", "b", b], expecting: ["b": .pip])
            let proven = try await ProvenCapture(of: compositor) { _ in
                try session.run("swap")
                // What `status` says of the place doesn't wait for the glide.
                #expect(try session.player("a").placement?.margins[1] == 20)
                try await Task.sleep(for: .milliseconds(600))
            }
            return proven.compositions.compactMap { composition in
                composition.places(of: .green).first { $0.width < 640 }.map { ($0.x + 2) / 4 * 4 }
            }
        }
    }
}
