/// One commit on its way to the screen: whose new frame it shows, and who waits to hear that it was seen.
@MainActor
final class ContentUpdate {
    /// Nil where the commit repeats a frame.
    private var player: Player?
    private var handlers: [(Duration) -> Void]

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

    /// Those who wait, to be told of a later update.
    func takeHandlers() -> [(Duration) -> Void] {
        defer { handlers = [] }
        return handlers
    }
}
