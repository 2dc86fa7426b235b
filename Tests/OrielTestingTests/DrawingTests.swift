import Oriel
import OrielTesting
import Testing

/// The app's own buttons and sliders over the picture, by pointer.
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
