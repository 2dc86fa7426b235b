package import Logging
package import OrielPlatform
package import OrielPlayer
package import OrielText

/// Objects that outlive a connection to a compositor and serve the stages of successive ones.
@MainActor
package final class StageResources {
    package let loop: MainLoop
    /// `app_id` of each toplevel.
    package let applicationID: String
    let log: Logger
    /// Draws text. Its thread and libass start with the first text.
    package let text = TextEngine()
    /// Dmabuf formats that the present presenter imports, for threads that push frames.
    package let dmabufs = DmabufFormats()
    private var frameWaiters: [FrameWaiter] = []

    private struct FrameWaiter {
        weak var player: Player?
        let handler: () -> Void
    }

    package init(loop: MainLoop, applicationID: String, log: Logger) {
        self.loop = loop
        self.applicationID = applicationID
        self.log = log
    }

    /// Runs `handler` once a player has a frame, in a turn of a stage.
    package func onNextFrame(of player: Player, _ handler: @escaping () -> Void) {
        frameWaiters.append(FrameWaiter(player: player, handler: handler))
    }

    func serveFrameWaiters() {
        guard !frameWaiters.isEmpty else { return }
        let waiters = frameWaiters
        // A waiter whose player is gone is dropped.
        frameWaiters = waiters.filter { $0.player.map { $0.currentFrame == nil } ?? false }
        for waiter in waiters where waiter.player?.currentFrame != nil { waiter.handler() }
    }

    /// Ends the text engine.
    package func finish() { text.stop() }
}
