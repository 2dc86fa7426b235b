import Oriel
import OrielTesting
import Testing

@testable import FirstHour
@testable import Lecture
@testable import Observing
@testable import Persistence
@testable import Seats
@testable import Standard

/// Examples on a stage. `ORIEL_STAGE=phoc swift test` runs the same on a real compositor.
@Suite(.serialized) @MainActor
struct ExampleTests {
    @Test func standardHasAnAdvertisementAndEndsWithItsOverlay() async throws {
        try await Stage.run { stage in
            let app = try Standard(stage.film(), advertisement: .seconds(2), in: stage.application)
            await stage.settle()
            #expect(app.view.requiresLinearPlayback)
            await stage.advance(by: .seconds(3))
            #expect(!app.view.requiresLinearPlayback)
            try await stage.user.clicksPictureInPicture()
            try await stage.user.clicksClose()
            #expect(app.view.isClosed && !stage.isWindowShown && !stage.isOverlayShown)
        }
    }

    @Test func firstHourSeeks() async throws {
        try await Stage.run { stage in
            let app = try FirstHour(stage.film(), in: stage.application)
            await stage.settle()
            #expect(await stage.until { app.player.defaultRate == 1 && app.player.rate == 1.5 })
        }
    }

    @Test func observingFloats() async throws {
        try await Stage.run { stage in
            try Observing.show(stage.film(), in: stage.application)
            await stage.settle()
            try await stage.user.clicksPictureInPicture()
            #expect(stage.isOverlayShown)
            try await stage.user.clicksClose()
            #expect(!stage.isOverlayShown && !stage.isWindowShown)
        }
    }

    @Test func lectureFloatsFromTheBeginning() async throws {
        try await Stage.run { stage in
            let app = try Lecture(talk: stage.film(), in: stage.application)
            app.begin()
            #expect(await stage.until { stage.isOverlayShown(app.view) })
            #expect(!stage.isWindowShown)
            await stage.settle()
            try await stage.user.clicksReturn()
            #expect(stage.isWindowShown(app.view))
        }
    }

    @Test func theFilmOfPersistenceOutlivesItsScreen() async throws {
        try await Stage.run { stage in
            let app = Persistence(in: stage.application)
            app.open(try stage.film())
            await stage.settle()
            #expect(stage.isWindowShown)
            try await stage.user.clicksPictureInPicture()
            #expect(app.screen == nil && stage.isOverlayShown)
            try await stage.user.clicksReturn()
            #expect(app.screen != nil && stage.isWindowShown)
        }
    }

    @Test func aSeatFloats() async throws {
        try await Stage.run { stage in
            let app = try Seats(in: stage.application)
            await stage.settle()
            try await stage.user.clicks("Float")
            #expect(stage.isOverlayShown(app.view))
            try await stage.user.clicksReturn()
            #expect(!stage.isOverlayShown)
        }
    }
}
