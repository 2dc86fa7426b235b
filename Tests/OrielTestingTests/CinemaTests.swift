import Oriel
import OrielTesting
import Testing

/// Tests of the sample app, as its author writes them. `ORIEL_STAGE=phoc` runs the same on a real compositor.
@Suite(.serialized) @MainActor
struct CinemaTests {
    private static let returned = ["willStart", "didStart", "restore", "willStop", "didStop(restoreRequested)"]

    @Test func theFilmFloatsAndReturns() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            #expect(stage.isWindowShown && !stage.isOverlayShown)
            try await stage.user.clicksPictureInPicture()
            #expect(stage.isOverlayShown && !stage.isWindowShown)
            try await stage.user.clicksReturn()
            #expect(stage.isWindowShown && !stage.isOverlayShown)
            #expect(app.calls == Self.returned)
        }
    }

    @Test func closingTheOverlayPausesTheFilm() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            try await stage.user.clicksPictureInPicture()
            try await stage.user.clicksClose()
            #expect(app.calls == ["willStart", "didStart", "willStop", "didStop(userClosed)"])
            #expect(!stage.isOverlayShown && app.view.player.isPaused)
        }
    }

    @Test func aKeyFloatsTheFilmAndTheAppTakesItBack() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            try await stage.user.presses("p")
            #expect(app.controller.isPictureInPictureActive)
            app.controller.stopPictureInPicture()
            await stage.settle()
            #expect(app.calls == ["willStart", "didStart", "restore", "willStop", "didStop(programmatic)"])
        }
    }

    @Test func aRefusedRestoreEndsWithoutAWindow() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            try await stage.user.clicksPictureInPicture()
            app.restores = false
            try await stage.user.clicksReturn()
            #expect(app.calls.last == "didStop(restoreRejected)")
        }
    }

    @Test func timePassesForTheFilm() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            let times = app.view.player.periodicTimes(every: .seconds(1))
            var seen: [Duration] = []
            let task = Task { for await time in times { seen.append(time) } }
            let start = app.view.player.currentTime()
            await stage.advance(by: .seconds(3))
            let played = app.view.player.currentTime() - start
            #expect(played > .milliseconds(2900) && played < .milliseconds(3200), "\(played)")
            #expect((2...4).contains(seen.count), "\(seen)")
            task.cancel()
        }
    }

    @Test func theButtonsOfTheAppAndOfItsViewAreClicked() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            try await stage.user.clicks("Like")
            try await stage.user.clicksPlayPause()
            #expect(app.likes == 1 && app.view.player.isPaused)
        }
    }

    @Test func aFilmThatCannotBeOpenedDoesNotFloat() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(fault: .atOpening), in: stage.application)
            await stage.settle()
            #expect(app.view.player.error != nil && stage.isWindowShown)
            app.controller.startPictureInPicture()
            await stage.settle()
            #expect(app.calls == ["failedToStart"])
            app.view.player.replaceCurrentItem(with: PlayerItem(try stage.film()))
            app.view.player.play()
            await stage.settle()
            #expect(app.view.player.status == .readyToPlay)
        }
    }

    @Test func aFilmFailsOnTheWay() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(fault: .after(.seconds(3))), in: stage.application)
            await stage.settle()
            let player = app.view.player
            #expect(player.status == .readyToPlay && player.duration == .seconds(60))
            #expect(await stage.until { player.error != nil })
            // Four frames, two a second, are decoded before their time.
            #expect(player.currentTime() > .milliseconds(500) && player.currentTime() <= .seconds(3))
        }
    }

    @Test func aFilmEnds() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(lasting: .seconds(1)), in: stage.application)
            app.controller.stopsWhenMediaEnds = true
            await stage.settle()
            try await stage.user.clicksPictureInPicture()
            await stage.advance(by: .seconds(2))
            await stage.settle()
            #expect(app.view.player.hasEnded)
            #expect(app.calls.last == "didStop(mediaEnded)", "\(app.calls)")
        }
    }

    /// A film whose window is hidden floats by itself, and returns with it.
    @Test func aHiddenFilmFloats() async throws {
        try await Stage.run { stage in
            let app = try Cinema(stage.film(), in: stage.application)
            app.controller.canStartPictureInPictureAutomaticallyFromInline = true
            await stage.settle()
            try await stage.hideWindows()
            #expect(stage.isOverlayShown && app.controller.wasStartedAutomatically, "\(app.calls)")
            try await stage.showWindows()
            #expect(!stage.isOverlayShown && app.calls.last == "didStop(appForegrounded)", "\(app.calls)")
        }
    }

    @Test func theFloatingFilmOutlivesTheCompositor() async throws {
        try await Stage.run { stage in
            var news: [String] = []
            stage.application.onConnectionLost = { news.append("lost") }
            stage.application.onConnectionRestored = { news.append("restored") }
            let app = try Cinema(stage.film(), in: stage.application)
            await stage.settle()
            try await stage.user.clicksPictureInPicture()
            try await stage.stopCompositor()
            #expect(news == ["lost"] && !stage.isOverlayShown)
            try await stage.restartCompositor()
            #expect(news == ["lost", "restored"] && stage.isOverlayShown)
            try await stage.user.clicksReturn()
            #expect(app.calls == Self.returned)
        }
    }

    @Test func twoFilmsSwap() async throws {
        try await Stage.run { stage in
            let log = CallLog()
            let a = try Cinema(stage.film(), in: stage.application, named: "a", log: log)
            await stage.settle()
            try await stage.user.clicksPictureInPicture(a.view)
            let b = try Cinema(stage.film(), in: stage.application, named: "b", log: log)
            await stage.settle()
            try await stage.user.clicksSwap()
            #expect(stage.isOverlayShown(b.view) && stage.isWindowShown(a.view), "\(log.lines)")
            #expect(
                log.lines == [
                    "a willStart", "a didStart", "b willStart", "a restore", "a willStop", "b didStart",
                    "a didStop(restoreRequested)",
                ])
        }
    }

    /// A start right behind a stop, of two films with the `async` calls.
    @Test func oneFilmFloatsAfterTheOther() async throws {
        try await Stage.run { stage in
            let a = try Cinema(stage.film(), in: stage.application, named: "a")
            let b = try Cinema(stage.film(), in: stage.application, named: "b")
            await stage.settle()
            let reason = try await stage.during {
                try await a.controller.start()
                let reason = await a.controller.stop()
                try await b.controller.start()
                return reason
            }
            await stage.settle()
            #expect(reason == .programmatic && stage.isOverlayShown(b.view) && !stage.isOverlayShown(a.view))
        }
    }

    /// A swap by the app, and each film floats once more.
    @Test func theAppSwapsAndSwapsBack() async throws {
        try await Stage.run { stage in
            let log = CallLog()
            let a = try Cinema(stage.film(), in: stage.application, named: "a", log: log)
            let b = try Cinema(stage.film(), in: stage.application, named: "b", log: log)
            await stage.settle()
            try await stage.during {
                try await a.controller.start()
                try await b.controller.swap()
                _ = await b.controller.stop()
                try await a.controller.start()
                _ = await a.controller.stop()
            }
            await stage.settle()
            #expect(stage.isWindowShown(a.view) && stage.isWindowShown(b.view) && !stage.isOverlayShown)
            let once = Array(Self.returned.dropLast()) + ["didStop(programmatic)"]
            #expect(log.calls(of: "a") == Self.returned + once && log.calls(of: "b") == once, "\(log.lines)")
        }
    }

    @Test func aListSkipsWhatCannotBePlayed() async throws {
        try await Stage.run { stage in
            let player = try Player(items: [
                PlayerItem(stage.film(fault: .atOpening)), PlayerItem(stage.film(lasting: .seconds(5))),
            ])
            let view = try PlayerView(player: player, in: stage.application)
            view.show()
            player.play()
            #expect(await stage.until { player.status == .readyToPlay })
            #expect(player.currentItem === player.items.last)
        }
    }
}
