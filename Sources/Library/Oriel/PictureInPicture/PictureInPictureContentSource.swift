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
        public private(set) var videoCallContent: VideoCallContent?
        private var sourceFrame: ((Size) -> Rect)?
        /// The delegate that plays, pauses and skips the app's own frames; kept weakly.
        public private(set) weak var sampleBufferPlaybackDelegate: (any PictureInPictureSampleBufferPlaybackDelegate)?
        /// Whether the app makes the frames, and its delegate plays them.
        private var isDelegated = false

        package init(host: any PictureInPictureHost) { self.init(host: host, view: nil) }

        /// Makes a source of a view that plays a medium.
        init(host: any PictureInPictureHost, view: AnyObject?) {
            self.host = host
            self.view = view
        }

        /// Makes a source of frames that the app makes.
        init(
            host: any PictureInPictureHost, view: AnyObject,
            playbackDelegate: any PictureInPictureSampleBufferPlaybackDelegate
        ) {
            self.init(host: host, view: view)
            sampleBufferPlaybackDelegate = playbackDelegate
            isDelegated = true
        }

        /// Makes a source of a call.
        init(host: any PictureInPictureHost, view: AnyObject, frame: ((Size) -> Rect)?, content: VideoCallContent) {
            self.init(host: host, view: view)
            videoCallContent = content
            sourceFrame = frame
        }

        func begin(with controller: PictureInPictureController) {
            host.controller = controller
            host.show(videoCallContent, from: sourceFrame)
            if isDelegated { host.delegatePlayback(to: sampleBufferPlaybackDelegate, of: controller) }
        }
    }
}
