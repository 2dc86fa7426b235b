package import OrielPlayback

/// What `oriel play` was asked to do.
package struct PlayOptions: Sendable {
    /// One medium and the name its player goes by.
    package struct Item: Sendable, Hashable {
        package var location: MediaLocation
        /// The player's name for other commands, before it is made unique in the session; nil takes the file's.
        package var name: String?

        package init(location: MediaLocation, name: String? = nil) {
            self.location = location
            self.name = name
        }
    }

    /// Where the first medium is shown; the others are in Picture in Picture.
    package enum Mode: Sendable, Hashable { case window, fullscreen, pictureInPicture }

    package var items: [Item]
    package var mode = Mode.window
    /// How each medium begins.
    package var player = Player.Options()
    package var renderer = Renderer.auto
    package var pictureInPicture = PictureInPictureOptions()
    package var keys = KeyBindings.standard

    package init(items: [Item]) { self.items = items }
}
