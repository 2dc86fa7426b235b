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
        /// Time without a compositor after which the user's session counts as over, and `run` and `dispatch` throw
        /// `ConnectionLost`. Until then the application connects again, and its views return. Zero never does that.
        public var reconnectTimeout = Duration.seconds(10)
        /// Whether playback pauses while there is no compositor; by default it goes on.
        public var pausesWhenDisconnected = false

        /// Makes options that leave signals alone and allow one overlay.
        public init() {}
    }
}
