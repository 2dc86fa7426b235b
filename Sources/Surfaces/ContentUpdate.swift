import OrielPlayer

/// One commit on its way to the screen: whose new frame it shows, and who waits to hear that it was seen.
@MainActor
final class ContentUpdate {
    /// Nil where the commit repeats a frame.
    private var player: Player?
    private var handlers: [(Duration) -> Void]
    /// It was seen, or never will be.
    private var isOver = false

    init(player: Player?, presented handlers: [(Duration) -> Void]) {
        self.player = player
        self.handlers = handlers
    }

    /// Tells everyone, once.
    func wasPresented(at time: Duration) {
        player?.notePresented()
        player = nil
        for handler in takeHandlers() { handler(time) }
    }

    /// Lets those wait for it too who waited for one before it. False where it is over.
    func wait(_ others: [(Duration) -> Void]) -> Bool {
        guard !isOver else { return false }
        handlers = others + handlers
        return true
    }

    /// Those who wait, to be told of a later update: this one is over.
    func takeHandlers() -> [(Duration) -> Void] {
        isOver = true
        defer { handlers = [] }
        return handlers
    }
}
