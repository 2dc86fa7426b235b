import OrielPlatform
import OrielSurfaces
package import OrielText

/// Messages on the picture, in the window and on the overlay.
extension PlayerScene {
    /// The time for which the effect of a key or a command is shown.
    static let messageTime = Duration.seconds(1)

    /// The last message, and the monotonic time at which it goes.
    package struct Saying {
        package let message: Message
        let end: Duration
    }

    /// Shows a message on the picture in the place of the last one.
    package func say(_ message: Message, for time: Duration = messageTime) {
        let saying = Saying(message: message, end: MonotonicClock.now + time)
        self.saying = saying
        for picture in [windowScene.picture, floating?.picture] {
            picture?.stack.say(saying.message, until: saying.end)
        }
    }

    /// Whether a message is shown.
    package var isSaying: Bool { saying.map { $0.end > MonotonicClock.now } ?? false }

    /// Hides the message.
    package func hush() {
        saying = nil
        for picture in [windowScene.picture, floating?.picture] { picture?.stack.hideMessage() }
    }

    /// Shows the present message on a new surface, too.
    func repeatSaying(on picture: PictureSurface) {
        guard let saying, isSaying else { return }
        picture.stack.say(saying.message, until: saying.end)
    }
}
