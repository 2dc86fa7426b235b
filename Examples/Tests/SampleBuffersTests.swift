import OrielTesting
import Testing

@testable import SampleBuffers

/// The app on a stage, without a display and without waiting. `ORIEL_STAGE=sway swift test` runs the same on a real
/// compositor.
@MainActor
struct SampleBuffersTests {
    @Test func theBallIsPausedByItsUser() async throws {
        try await Stage.run { stage in
            let app = try Main(in: stage.application)
            app.begin()
            await stage.settle()
            try await stage.user.clicksPictureInPicture()
            #expect(stage.isOverlayShown && app.view.timebase.rate == 1)
            try await stage.user.clicksPlayPause()
            #expect(app.view.timebase.rate == 0)
        }
    }
}
