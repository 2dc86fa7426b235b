import OrielPlatform
import OrielSurfaces
package import OrielText

/// Messages on the picture, in the window and on the overlay.
extension PlayerScene {
    /// The time for which the effect of a key or a command is shown.
    static let messageTime = Duration.seconds(1)

    /// Shows a message on the picture in the place of the last one.
    package func say(_ message: OnScreenMessage, for time: Duration = messageTime) {
        saying = message
        hushing.set(on: desktop.loop, after: time) { [weak self] in self?.hush() }
        for picture in pictures { picture.stack.show(message) }
    }

    /// Hides the message.
    package func hush() {
        hushing.cancel()
        saying = nil
        for picture in pictures { picture.stack.hideMessage() }
    }

    /// Shows the present message on a new surface, too.
    func repeatSaying(on picture: PictureSurface) { if let saying { picture.stack.show(saying) } }
}
