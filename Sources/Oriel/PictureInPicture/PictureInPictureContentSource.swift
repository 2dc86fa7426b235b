extension PictureInPictureController {
    /// What is shown in Picture in Picture. A player view is one; further kinds get further initializers.
    @MainActor
    public struct ContentSource {
        package let host: any PictureInPictureHost

        /// The picture of a view: of its window, which goes while the picture floats and comes back with it.
        public init(playerView: PlayerView) { host = playerView }

        package init(host: any PictureInPictureHost) { self.host = host }

        /// The view, where it is one.
        public var playerView: PlayerView? { host as? PlayerView }
    }
}
