import OrielTesting
import Testing

@testable import NewApp

/// The app on a stage, without a display and without waiting. `ORIEL_STAGE=sway swift test` runs the same on a real
/// compositor.
@MainActor
struct NewAppTests {
    @Test func theScreenIsMadeAgainWhenTheFilmReturns() async throws {
        try await Stage.run { stage in
            let app = try Main(stage.film(), in: stage.application)
            await stage.settle()
            #expect(stage.isWindowShown)
            try await stage.user.presses("i")
            #expect(stage.isOverlayShown && app.screen == nil)
            try await stage.user.clicksReturn()
            #expect(stage.isWindowShown && app.screen != nil)
        }
    }
}
