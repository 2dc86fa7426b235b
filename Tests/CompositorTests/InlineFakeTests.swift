import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Views in an app's own window, on a fake compositor.
@Suite struct InlineFakeTests {
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 900)

    /// Without subsurfaces a line tells why there is no picture, and the video floats all the same.
    @Test(arguments: [true, false]) func aCompositorWithoutSubsurfacesIsTold(hasSubcompositor: Bool) throws {
        var offer = FakeOffer()
        offer.hasSubcompositor = hasSubcompositor
        let fake = try FakeCompositor(offer)
        defer { fake.stop() }
        let app = try fake.launch(Executable.built("oriel-lab"), ["inline", clip.file()])
        defer { app.stop(grace: .zero) }
        if hasSubcompositor {
            let isShown = fake.wait(.seconds(20)) { surfaces, _ in
                surfaces.contains { $0.parent != nil && $0.isMapped && $0.commits >= 3 }
            }
            #expect(isShown, "\(fake.surfaces) \(app.standardError)")
        } else {
            #expect(app.waitForError(.seconds(20)) { $0.contains("no subsurfaces") }, "\(app.standardError)")
        }
        let isPossible = wait(.seconds(20)) {
            let command = try? fake.launch(Executable.built("oriel"), ["toggle"])
            return command?.wait(.seconds(5)) == .code(0)
        }
        #expect(isPossible, "\(app.standardError)")
        let floats = fake.wait(.seconds(20)) { surfaces, _ in
            surfaces.contains { $0.role == .layer && $0.isMapped && $0.commits >= 3 }
        }
        #expect(floats, "\(fake.surfaces) \(app.standardError)")
        let lines = app.standardError.split(separator: "\n").filter { $0.contains("no subsurfaces") }
        #expect(lines.count == (hasSubcompositor ? 0 : 1), "\(lines)")
    }
}
