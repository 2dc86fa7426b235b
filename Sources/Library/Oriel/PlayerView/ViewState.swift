import OrielAccessibility
import OrielPlayer

/// The part of a view that moves to the view that succeeds it, beside its owners (`PlayerView.succeed`).
@MainActor
struct ViewState {
    /// The player that `PlayerView.player` was set to, while a transition delays the change.
    var wantedPlayer: Player?
    /// The mode in which to show the window once the medium is open.
    var wantedMode: PlayerView.Mode?
    /// The lines that a screen reader was to say last.
    var spokenSubtitles = SpokenSubtitles()
    var fullScreenNews = FullScreenNews()
    var controlKeys = ControlKeys()
}
