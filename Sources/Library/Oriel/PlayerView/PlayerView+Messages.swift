import OrielMedia
import OrielRemoteControl
import OrielText
import OrielTexts
import OrielTransport
import OrielWindows

/// The app's say in the messages over the picture.
extension PlayerView {
    /// Decides about each message that Oriel is about to draw over the picture: returns it, perhaps with another text
    /// or place, or nil to draw nothing. nil, the default, draws all. `{ _ in nil }` switches the messages off.
    public var messageFilter: ((PlayerMessage) -> PlayerMessage?)? {
        get { display.filter }
        set { display.filter = newValue }
    }

    /// Shows a message of the app's own over the picture, in the place of the last one, in Picture in Picture too. The
    /// filter isn't asked.
    /// - Parameters:
    ///   - text: the text; an empty one hides the message.
    ///   - place: in the corner, one line, or in the centre.
    ///   - time: how long; at most as long as the view is shown.
    public func showMessage(_ text: String, at place: PlayerMessage.Place = .topLeft, for time: Duration = .seconds(3))
    {
        guard !isClosed, !text.isEmpty, time > .zero else { return hideMessage() }
        let kind = place == .center ? OnScreenMessage.Kind.statement(lines: PlayerMessage.lines) : .notice
        scene.say(OnScreenMessage(text, kind), for: time.onClocks)
    }

    /// Hides the message over the picture, the app's or Oriel's.
    public func hideMessage() { scene.hush() }
}
