import OrielGeometry
public import OrielSurfaces

extension PictureInPictureController {
    /// Source of a controller's Picture in Picture: a view that plays a medium, frames that the app makes, or a call.
    @MainActor
    public struct ContentSource {
        package let host: any PictureInPictureHost
        /// The `PlayerView` of the source, which may be a `SampleBufferView`; nil for another host.
        let view: AnyObject?
        /// The overlay's content for a call; nil for other sources.
        public internal(set) var videoCallContent: VideoCallContent?
        var sourceFrame: ((Size) -> Rect)?
        /// The delegate that plays, pauses and skips the app's own frames; kept weakly.
        public internal(set) weak var sampleBufferPlaybackDelegate: (any PictureInPictureSampleBufferPlaybackDelegate)?
        /// Whether the app makes the frames, and its delegate plays them.
        var isDelegated = false

        package init(host: any PictureInPictureHost, view: AnyObject? = nil) { (self.host, self.view) = (host, view) }

        func begin(with controller: PictureInPictureController) {
            host.controller = controller
            host.show(videoCallContent, from: sourceFrame)
            if isDelegated { host.delegatePlayback(to: sampleBufferPlaybackDelegate, of: controller) }
        }
    }
}
