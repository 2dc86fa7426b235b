import OrielGeometry
import OrielPlatform
import OrielPlayer
import OrielText

/// The text over a view's picture: the effects of keys and commands, failures, waiting, and the page of statistics.
/// A program started by a file manager has no visible standard error.
@MainActor
final class OnScreenDisplay {
    unowned let host: any ViewHost
    /// The app's decision about each message; nil shows all.
    var filter: ((PlayerMessage) -> PlayerMessage?)?
    /// The place of the pointer or finger whose request is carried out now, on its surface; nil for keys and commands.
    var hand: Point?
    /// The message that playback waits, or that an item is being opened, while it is shown.
    private var waiting: OnScreenMessage?
    /// The next update of the page of statistics, while it is shown.
    private let update = LoopTimer()

    init(_ host: any ViewHost) { self.host = host }

    var player: Player { host.scene.player }
    var accessibility: Accessibility? { host.application.accessibility }

    /// Shows a message as the app wants it.
    /// - Returns: the message that is shown; nil if the app shows none.
    @discardableResult
    func say(_ message: OnScreenMessage, _ kind: PlayerMessage.Kind = .effect, for time: Duration = .seconds(1))
        -> OnScreenMessage?
    {
        var message = message
        message.hand = hand
        let shown = filter.map { message.filtered(kind, by: $0) } ?? message
        if let shown { host.scene.say(shown, for: time) }
        if kind != .statistics { accessibility?.announce(message.text, isLasting: kind == .waiting) }
        return shown
    }

    // MARK: Waiting

    /// Shows a message until `endWaiting`.
    func wait(_ message: OnScreenMessage, _ kind: PlayerMessage.Kind = .waiting) {
        waiting = say(message, kind, for: .seconds(3600))
    }

    /// Leaves the message that `wait` has shown to the next one.
    func forgetWaiting() { waiting = nil }

    /// Hides the message that `wait` has shown, unless another one has taken its place.
    func endWaiting() {
        guard let waiting else { return }
        self.waiting = nil
        accessibility?.withdraw()
        if host.scene.saying == waiting { host.scene.hush() }
    }

    /// Shows a message while the player buffers, unless the page of statistics is shown, which says so too.
    func bufferingChanged() {
        guard !showsStatistics else { return }
        if player.isBuffering { wait(.buffering) } else { endWaiting() }
    }

    // MARK: Statistics

    /// Time between updates of the page.
    private static let interval = Duration.seconds(1)

    var showsStatistics: Bool { update.isSet }

    /// Shows the page of statistics, or hides it.
    func toggleStatistics() {
        guard showsStatistics else { return showStatistics() }
        endStatistics()
        host.scene.hush()
    }

    /// Stops the page's updates. The page disappears when its time is over.
    func endStatistics() { update.cancel() }

    private func showStatistics() {
        guard !host.isClosed else { return }
        update.set(on: host.application.loop, after: Self.interval) { [weak self] in self?.showStatistics() }
        // The page lasts until after its next update.
        say(OnScreenMessage(page, .page), .statistics, for: Self.interval * 3 / 2)
    }

    /// Continues the display of the view that this one's view succeeds.
    func succeed(_ other: OnScreenDisplay) {
        (waiting, other.waiting) = (other.waiting, nil)
        guard other.showsStatistics else { return }
        other.endStatistics()
        showStatistics()
    }
}
