extension PictureInPictureController {
    /// What is shown in Picture in Picture. A player view is one; further kinds get further initializers.
    @MainActor
    public struct ContentSource {
        package let host: any PictureInPictureHost

        package init(host: any PictureInPictureHost) { self.host = host }
    }
}
