public import OrielPictureInPicture
public import OrielSurfaces

extension Application {
    /// What an application is given when it is made.
    public struct Options: Hashable, Sendable {
        /// SIGINT, SIGTERM and SIGHUP end `run` as `stop` does. Until the application's end they are blocked in this thread and in those
        /// that it starts meanwhile.
        public var handlesSignals = false
        /// What draws.
        public var renderer = Renderer.auto
        /// What is heard of pictures that float, of all programs of the session: where this one coordinates the others.
        public var pictureInPictureSound = PictureInPictureSound.focus
        /// How many pictures may float at once, of all programs: where this one coordinates the others. At least one.
        public var pictureInPictureLimit = 1

        /// Signals are left alone, and one picture floats.
        public init() {}
    }
}
