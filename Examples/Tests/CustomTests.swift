import OrielTesting
import Testing

@testable import Custom

/// The app on a stage, without a display and without waiting. `ORIEL_STAGE=sway swift test` runs the same on a real
/// compositor.
@MainActor
struct CustomTests {
    @Test func theFilmFloatsAndReturns() async throws {
        try await Stage.run { stage in
            let app = try Main(stage.film(), in: stage.application)
            await stage.settle()
            #expect(stage.isWindowShown)
            app.togglePictureInPictureMode()
            await stage.settle()
            #expect(stage.isOverlayShown)
            try await stage.user.clicksReturn()
            #expect(stage.isWindowShown && !stage.isOverlayShown)
        }
    }

    @Test func theWindowStaysWithArtwork() async throws {
        try await Stage.run { stage in
            let app = try Main(stage.film(), in: stage.application)
            await stage.settle()
            #expect(app.view.contentOverlays.count == 2)
            app.togglePictureInPictureMode()
            await stage.settle()
            #expect(stage.isWindowShown && stage.isOverlayShown && app.view.contentOverlays.count == 1)
        }
    }
}
