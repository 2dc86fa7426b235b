import Oriel
import OrielTesting
import Testing

/// The app's own buttons and sliders over the picture, by keys and pointer.
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
}
