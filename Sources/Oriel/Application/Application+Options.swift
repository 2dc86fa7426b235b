public import OrielPictureInPicture
public import OrielSurfaces

extension Application {
    /// Options of an application, given to its initializer.
    public struct Options: Hashable, Sendable {
        /// Whether SIGINT, SIGTERM and SIGHUP end `run` as `stop` does. Until the application's end they are blocked in
        /// the calling thread and in the threads that it starts meanwhile.
        public var handlesSignals = false
        /// The renderer.
        public var renderer = Renderer.auto
        /// Policy for the sound of several players in Picture in Picture, of all programs of the session. It applies
        /// where this program is the session's broker.
        public var pictureInPictureSound = PictureInPictureSound.focus
        /// Largest number of overlays at once, of all programs of the session; at least one. It applies where this
        /// program is the session's broker.
        public var pictureInPictureLimit = 1

        /// Makes options that leave signals alone and allow one overlay.
        public init() {}
    }
}
