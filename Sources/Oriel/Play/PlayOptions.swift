public import OrielPlayback

/// What `oriel play` was asked to do.
public struct PlayOptions: Sendable {
    /// One medium and the name its player goes by.
    public struct Item: Sendable, Hashable {
        public var location: MediaLocation
        /// The player's name for other commands, before it is made unique in the session.
        public var identifier: String

        /// - Parameter identifier: nil takes the file's name without its extension.
        public init(location: MediaLocation, identifier: String? = nil) {
            self.location = location
            self.identifier = identifier ?? Self.identifier(of: location)
        }

        private static func identifier(of location: MediaLocation) -> String {
            if location == .standardInput { return "stdin" }
            let name = location.description.split(separator: "/").last.map(String.init) ?? location.description
            guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
            return String(name[..<dot])
        }
    }

    /// Where the first medium is shown; the others are in Picture in Picture.
    public enum Mode: Sendable, Hashable { case window, fullscreen, pictureInPicture }

    public enum Renderer: String, Sendable, Hashable, CaseIterable { case auto, gles }

    public var items: [Item]
    public var mode = Mode.window
    public var startTime = Duration.zero
    public var isPaused = false
    public var loops = false
    public var speed = 1.0
    public var renderer = Renderer.auto
    public var pictureInPicture = PictureInPictureOptions()
    public var keys = KeyBindings.standard

    public init(items: [Item]) { self.items = items }
}
