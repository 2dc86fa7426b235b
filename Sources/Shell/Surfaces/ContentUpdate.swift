import OrielPlayer

/// A commit whose presentation is awaited: the player whose new frame it shows, and the handlers to call.
@MainActor
final class ContentUpdate {
    /// The player whose new frame the commit shows; nil if the commit repeats a frame.
    private var player: Player?
    private var handlers: [(Duration) -> Void]
    /// The commit was presented, or will never be.
    private var isOver = false

    init(player: Player?, presented handlers: [(Duration) -> Void]) {
        self.player = player
        self.handlers = handlers
    }

    /// Notifies the player and calls the handlers, once, with the host time of presentation.
    func wasPresented(at time: Duration) {
        player?.notePresented()
        player = nil
        for handler in takeHandlers() { handler(time) }
    }

    /// Adds the handlers of an earlier commit that was discarded. Returns false if this commit is over as well.
    func wait(_ others: [(Duration) -> Void]) -> Bool {
        guard !isOver else { return false }
        handlers = others + handlers
        return true
    }

    /// Ends this update and returns its handlers, so that they can wait for a later one.
    func takeHandlers() -> [(Duration) -> Void] {
        isOver = true
        defer { handlers = [] }
        return handlers
    }
}
