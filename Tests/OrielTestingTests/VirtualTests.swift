import Oriel
import OrielTesting
import Testing

/// The parts of the stage that only the virtual one has.
@Suite(.serialized) @MainActor
struct VirtualTests {
    @Test func thePointerClicksIntoTheWindow() async throws {
        try await Stage.run(.virtual) { stage in
            let app = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            try await stage.user.clicks(x: 60, y: 30)
            #expect(app.likes == 1)
        }
    }

    @Test func theWindowIsClosed() async throws {
        try await Stage.run(.virtual) { stage in
            let app = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            try await stage.user.closesWindow(titled: "Cinema")
            #expect(app.view.isClosed && !stage.isWindowShown)
        }
    }

    @Test func theFilmFloatsOnForMinutes() async throws {
        try await Stage.run(.virtual) { stage in
            let app = try Cinema(stage.film(lasting: .seconds(200)), in: stage.application)
            await stage.settle()
            try await stage.user.clicksPictureInPicture()
            await stage.advance(by: .seconds(180))
            #expect(stage.isOverlayShown && app.view.player.currentTime() > .seconds(170))
            try await stage.user.clicksReturn()
            #expect(stage.isWindowShown && app.calls.last == "didStop(restoreRequested)")
        }
    }

    @Test func whatIsNotThereIsNotPressed() async throws {
        try await Stage.run(.virtual) { stage in
            _ = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            await #expect(throws: StageError.self) { try await stage.user.clicksReturn() }
        }
    }

    /// The application gives up a compositor that doesn't return.
    @Test func aLostCompositorIsGivenUp() async throws {
        try await Stage.run(.virtual) { stage in
            _ = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            try await stage.stopCompositor()
            #expect(await stage.until(within: .seconds(60)) { stage.connectionLost != nil })
        }
    }
}
