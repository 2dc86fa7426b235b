import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Content overlays of an app, with and without `wl_subcompositor`.
@Suite struct ContentOverlayTests {
    /// Closures of the app's that hold its object, and by it the view, are released when the view has closed.
    @Test func aClosedViewReleasesTheAppsObjects() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let app = try fake.launch(Executable.built("oriel-lab"), ["release", smallClip(frames: 300)])
        defer { app.stop(grace: .zero) }
        #expect(app.wait(.seconds(20)) == .code(0), "\(app.standardError)")
        #expect(app.standardOutput == "screen gone\nview gone\nframes gone\n")
    }

    /// An overlay that can't be shown takes no events: the click is the picture's.
    @Test(arguments: [true, false]) func onlyAnOverlayThatIsShownTakesAPress(hasSubcompositor: Bool) throws {
        let fake = try FakeCompositor(FakeOffer { $0.hasSubcompositor = hasSubcompositor })
        defer { fake.stop() }
        let folder = try TemporaryFolder()
        let path = try FaceApp.pipe(in: folder)
        let app = try fake.launch(Executable.built("oriel-lab"), ["face", "--lines", path, smallClip()])
        defer { app.stop(grace: .zero) }
        let face = FaceApp(app: app, pipe: try #require(FileHandle(forUpdatingAtPath: path)))
        try #require(fake.shows { $0.role == .toplevel && $0.isMapped && ($0.index ?? 0) >= 5 }, "\(app.standardError)")
        let window = try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped })
        try face.perform("hand")
        fake.movePointer(over: window.number, x: 20, y: 20)
        func press() {
            fake.button(.left, pressed: true)
            fake.button(.left, pressed: false)
        }
        if hasSubcompositor {
            #expect(
                wait(.seconds(10)) {
                    press(); return face.lines.contains("overlay pressed")
                }, "\(face.lines)")
        } else {
            for _ in 0..<3 { press() }
            // The later lines were performed after the presses.
            for _ in 0..<3 {
                try face.perform("show")
                pause(.milliseconds(100), because: "pace of the presses")
            }
            #expect(!face.lines.contains("overlay pressed"), "\(face.lines)")
        }
    }
}
