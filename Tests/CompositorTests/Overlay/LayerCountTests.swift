import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// An app that adds more layers than one picture shows.
@Suite(.serialized) struct LayerCountTests {
    /// A compositor would end a client with thousands of surfaces.
    @Test func layersBeyondTheLimitAreLeftOut() throws {
        let film = try StampedClip(stream: .green, size: Size(width: 320, height: 180), frames: 90).file()
        let fake = try FakeCompositor(FakeOffer { $0.hasSubcompositor = true })
        defer { fake.stop() }
        let app = try fake.launch(Executable.built("oriel-lab"), ["crowd", "layers", "300", film])
        defer { app.stop(grace: .zero) }
        let limit = 64
        let areShown = fake.wait(.seconds(20)) { surfaces, _ in
            surfaces.count { $0.role == .subsurface && $0.isMapped } == limit
        }
        #expect(areShown, "\(app.standardError)")
        let words = "a view shows \(limit) layers at most"
        #expect(app.waitForError(.seconds(10)) { $0.contains(words) })
        #expect(app.standardError.components(separatedBy: words).count == 2)
    }
}
