import OrielPlatform
import OrielSurfaces
package import OrielText

/// What is said on the picture, wherever it is.
extension PlayerScene {
    /// How long what a key or a command did is told.
    static let messageTime = Duration.seconds(1)

    /// What was said last, and until when.
    package struct Saying {
        package let message: Message
        let end: Duration
    }

    /// Says something on the picture; what was said before goes.
    package func say(_ message: Message, for time: Duration = messageTime) {
        let saying = Saying(message: message, end: MonotonicClock.now + time)
        self.saying = saying
        for picture in [window?.picture, floating?.picture] { picture?.stack.say(saying.message, until: saying.end) }
    }

    /// Nothing is said any more.
    package func hush() {
        saying = nil
        for picture in [window?.picture, floating?.picture] { picture?.stack.hideMessage() }
    }

    /// What is still being said is said on a surface that comes, too.
    func repeatSaying(on picture: PictureSurface) {
        guard let saying, saying.end > MonotonicClock.now else { return }
        picture.stack.say(saying.message, until: saying.end)
    }
}
