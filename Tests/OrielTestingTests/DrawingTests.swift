import Oriel
import OrielTesting
import Testing

/// The app's own buttons and sliders over the picture, by keys and pointer; and its frames.
@Suite(.serialized) @MainActor
struct DrawingTests {
    /// A film with two buttons, one of them without a name, a slider and a text.
    @MainActor private final class Deck {
        let view: PlayerView
        var (likes, stars, tempo) = (0, 0, 1.0)

        init(_ stage: Stage, showsControls: Bool) throws {
            view = try PlayerView(player: Player(stage.film()), in: stage.application)
            view.showsPlaybackControls = showsControls
            view.contentOverlays = [
                try .button("Like", in: stage.application, frame: { _ in Rect(x: 20, y: 20, width: 90, height: 30) }) {
                    [unowned self] in likes += 1
                },
                try .label("Live", in: stage.application) { _ in Rect(x: 20, y: 60, width: 90, height: 30) },
                .button(frame: { _ in Rect(x: 20, y: 100, width: 40, height: 40) }) { [unowned self] in
                    stars += 1
                } draw: { _, _ in
                },
                .slider(
                    "Tempo", value: { [unowned self] in tempo }, in: 0...2, step: 0.5,
                    frame: { _ in Rect(x: 20, y: 150, width: 116, height: 20) }
                ) { [unowned self] in tempo = $0 },
            ]
            view.show()
            view.player.play()
        }

        /// Presses a key, which seeks beside the slider; returns whether the slider has it.
        func sliderHasKeys(_ user: Stage.User) async throws -> Bool {
            tempo = 1
            try await user.presses("Down")
            return tempo == 0.5
        }
    }

    @Test func tabReachesTheAppsOwnButtons() async throws {
        try await Stage.run { stage in
            let deck = try Deck(stage, showsControls: false)
            await stage.settle()
            let user = stage.user
            try await user.presses("Tab")
            try await user.presses("space")
            try await user.presses("Return")
            #expect(deck.likes == 2 && !deck.view.player.isPaused)
            try await user.presses("Tab")
            try await user.presses("Return")
            #expect(deck.stars == 1)
            try await user.presses("Tab")
            for (key, tempo) in [("Right", 1.5), ("Up", 2), ("Up", 2), ("Left", 1.5), ("Down", 1)] {
                try await user.presses(key)
                #expect(deck.tempo == tempo)
            }
            try await user.presses("Tab")
            try await user.presses("space")
            #expect(deck.likes == 3)
            try await user.presses("Shift+Tab")
            #expect(try await deck.sliderHasKeys(user))
            // A key that a slider doesn't use has its meaning for the film.
            try await user.presses("space")
            #expect(deck.view.player.isPaused && deck.likes == 3)
        }
    }

    @Test func tabGoesOnFromOrielsControlsToTheApps() async throws {
        try await Stage.run { stage in
            let deck = try Deck(stage, showsControls: true)
            await stage.settle()
            let user = stage.user
            var count = 0
            repeat {
                try await user.presses("Tab")
                count += 1
            } while try await !deck.sliderHasKeys(user) && count < 30
            // The two buttons and the slider come behind Oriel's controls.
            #expect((6..<30).contains(count))
            for _ in 0..<count { try await user.presses("Tab") }
            #expect(try await deck.sliderHasKeys(user))
            try await user.presses("Tab")
            try await user.presses("Shift+Tab")
            #expect(try await deck.sliderHasKeys(user))
            for _ in 0..<2 { try await user.presses("Shift+Tab") }
            try await user.presses("space")
            #expect(deck.likes == 1)
            for _ in 0..<count - 2 { try await user.presses("Shift+Tab") }
            #expect(try await deck.sliderHasKeys(user))
        }
    }

    /// As among Oriel's controls: a hand and five seconds take the ring away, and Tab shows it where it was.
    @Test func aHandAndTimeTakeTheRingAway() async throws {
        try await Stage.run(.virtual) { stage in
            let deck = try Deck(stage, showsControls: false)
            await stage.settle()
            let user = stage.user
            for _ in 0..<3 { try await user.presses("Shift+Tab") }
            await stage.advance(by: .seconds(6))
            try await user.presses("space")
            #expect(deck.likes == 0 && deck.view.player.isPaused)
            try await user.presses("Tab")
            try await user.presses("space")
            #expect(deck.likes == 1 && deck.view.player.isPaused)
            try await user.clicks(x: 300, y: 200)
            let isPaused = deck.view.player.isPaused
            try await user.presses("space")
            #expect(deck.likes == 1 && deck.view.player.isPaused != isPaused)
            try await user.presses("Tab")
            try await user.presses("space")
            #expect(deck.likes == 2)
            // A drawing that is gone keeps nothing.
            deck.view.contentOverlays = []
            await stage.settle()
            try await user.presses("space")
            #expect(deck.likes == 2 && deck.view.player.isPaused == isPaused)
        }
    }

    @Test func aSliderIsDragged() async throws {
        try await Stage.run(.virtual) { stage in
            let deck = try Deck(stage, showsControls: false)
            await stage.settle()
            // The knob is 16 pixels wide, so the line is 100 from 28 on.
            for (x, tempo) in [(28, 0.0), (78, 1), (103, 1.5), (134, 2)] {
                try await stage.user.clicks(x: x, y: 160)
                #expect(deck.tempo == tempo)
            }
        }
    }

    /// An app that draws its own window takes the frames at its refreshes; in Picture in Picture they are Oriel's.
    @Test func anAppTakesTheFramesForItsOwnWindow() async throws {
        final class Window: AppWindow {
            let state = AppWindowState.window(nil)
            func show(_ request: AppWindowRequest) { request.presented() }
            func hide() {}
        }
        try await Stage.run(.virtual) { stage in
            let window = Window()
            let view = try PlayerView(player: Player(stage.film()), in: stage.application, window: window)
            let controller = try PictureInPictureController(showing: .init(playerView: view))
            view.player.play()
            await stage.settle()
            @MainActor func take(_ refreshes: Int) async -> [SampleBuffer] {
                var frames: [SampleBuffer] = []
                for _ in 0..<refreshes {
                    await stage.advance(by: .milliseconds(16))
                    let next = Timebase.hostTime + .milliseconds(16)
                    frames += [view.frame(forRefreshAt: next, interval: .milliseconds(16))].compactMap(\.self)
                }
                return frames
            }
            // The film has two frames a second.
            let frames = await take(200)
            let times = frames.map(\.time)
            #expect(frames.count == 200 && times == times.sorted() && (6...8).contains(Set(times).count), "\(times)")
            let frame = try #require(frames.last)
            #expect(frame.format == .i420 && frame.width == 320 && frame.height == 180 && frame.rotation == .none)
            #expect(frame.withPlanes { $0.map(\.bytes.count) }?.first == 320 * 180)
            let now = view.player.currentTime()
            #expect(frame.time <= now + .milliseconds(16) && frame.time > now - .milliseconds(600))
            // Absurd times of a refresh do nothing.
            for time in [Duration.zero, .seconds(Int64.max), .seconds(Int64.min)] {
                #expect(view.frame(forRefreshAt: time, interval: time) != nil)
            }
            controller.startPictureInPicture()
            await stage.settle()
            #expect(stage.isOverlayShown)
            let shown = await take(400).map(\.time)
            #expect(shown.count == 400 && Set(shown).count >= 8 && shown == shown.sorted(), "\(shown)")
            #expect(shown[0] >= frame.time && view.player.currentTime() > now + .milliseconds(6400))
            let displayed = try #require(view.displayedFrame?.time)
            let later = view.frame(forRefreshAt: Timebase.hostTime + .seconds(1), interval: .milliseconds(16))
            #expect(later?.time == displayed)
            view.close()
            await stage.settle()
            #expect(view.displayedFrame == nil && view.frame(forRefreshAt: .zero, interval: .zero) == nil)
            withExtendedLifetime(window) {}
        }
    }

    @Test func aViewHasItsPicture() async throws {
        try await Stage.run { stage in
            let deck = try Deck(stage, showsControls: false)
            await stage.settle()
            let view = deck.view
            let (image, frame) = try await stage.during { try await (view.screenshot(), view.player.screenshot()) }
            #expect(!image.size.isEmpty && image.size == frame.size)
            view.close()
            await stage.settle()
            await #expect(throws: MediaError.self) { try await stage.during { try await view.screenshot() } }
        }
    }
}
