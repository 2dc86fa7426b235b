package import OrielText

/// Message that Oriel draws over a view's picture, in its window and its overlay.
public struct PlayerMessage: Hashable, Sendable {
    /// Reason of a message.
    public enum Kind: Hashable, Sendable {
        /// The effect of a key, a control or a command, such as "Paused" or "Volume 50 %".
        case effect
        /// Playback waits for frames; shown until it goes on.
        case waiting
        /// Something did not work, such as a start of Picture in Picture.
        case failure
        /// The page of statistics, with a text of several lines. A tab stands between a line's label and its value.
        case statistics
    }

    /// Place of a message.
    public enum Place: Hashable, Sendable {
        /// The upper left corner, one line.
        case topLeft
        /// The centre, in large letters, at most eight lines.
        case center
    }

    /// Most lines of a message in the centre.
    static let lines = 8

    /// The reason.
    public let kind: Kind
    /// The text.
    public var text: String
    /// The place.
    public var place = Place.topLeft
}

extension OnScreenMessage {
    /// Returns the message as a filter wants it; nil if it wants none.
    package func filtered(_ kind: PlayerMessage.Kind, by filter: (PlayerMessage) -> PlayerMessage?) -> OnScreenMessage?
    {
        guard let wanted = filter(PlayerMessage(kind: kind, text: text)), !wanted.text.isEmpty else { return nil }
        var message = self
        message.text = wanted.text
        if wanted.place == .center { message.kind = .statement(lines: PlayerMessage.lines) }
        return message
    }
}
