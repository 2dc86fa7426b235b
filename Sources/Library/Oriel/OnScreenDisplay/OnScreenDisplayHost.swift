import OrielPlayer
import OrielRemoteControl
import OrielText

/// The view of an on-screen display: its facts, and its place for a message.
@MainActor
protocol OnScreenDisplayHost: AnyObject {
    var player: Player { get }
    var isClosed: Bool { get }
    var status: PlayerStatus { get }
    var playback: ViewPlayback { get }
    /// Beginning of a repetition whose end the user has not chosen yet.
    var repeatStart: Duration? { get }
    /// Size and mode of the surface that is drawn, in words; nil if there is none.
    var surfaceWords: String? { get }
    /// The message over the picture; nil if there is none.
    var shownMessage: OnScreenMessage? { get }
    /// Shows a message in the place of the last one.
    func draw(_ message: OnScreenMessage, for time: Duration)
    func hideMessage()
    /// Has a screen reader say a text; one that is to last, only if `withdrawAnnouncement` doesn't follow soon.
    func announce(_ text: String, isLasting: Bool)
    func withdrawAnnouncement()
    /// Calls `body` after a time, unless the result is called before.
    func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void
}
