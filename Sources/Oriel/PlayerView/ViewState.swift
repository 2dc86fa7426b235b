import OrielPlayer

/// The part of a view that moves to the view that succeeds it, in one assignment (`PlayerView.succeed`).
@MainActor
package struct ViewState {
    /// The player that `PlayerView.player` was set to, while a transition delays the change.
    var wantedPlayer: Player?
    /// The mode in which to show the window once the medium is open.
    var wantedMode: PlayerView.Mode?
    /// The user's commands that are not answered yet.
    package var commands = PendingCommands()
    /// Where the user goes in the medium.
    package var navigation = Navigation()
    /// The question that the desktop's file dialogue asks, while it is open.
    var opening: FileOpening?
    var fullScreenNews = FullScreenNews()

    package init() {}

    /// Moves everything out, so that the view it leaves answers no command and closes no dialogue.
    package mutating func handOver() -> ViewState {
        let moved = self
        self = ViewState()
        return moved
    }
}
