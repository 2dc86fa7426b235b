public import OrielGeometry
public import OrielSurfaces

extension PictureInPictureController {
    /// Source of a controller's Picture in Picture: a view that plays a medium, frames that the app makes, or a call.
    @MainActor
    public struct ContentSource {
        package let host: any PictureInPictureHost

        /// The view that plays a medium; nil for a `SampleBufferView`.
        public private(set) var playerView: PlayerView?
        /// The view of the app's own frames; nil for a `PlayerView`.
        public let sampleBufferView: SampleBufferView?
        /// The overlay's content for a call; nil for other sources.
        public private(set) var videoCallContent: VideoCallContent?
        private var sourceFrame: ((Size) -> Rect)?
        /// The delegate that plays, pauses and skips the app's own frames; kept weakly.
        public private(set) weak var sampleBufferPlaybackDelegate: (any PictureInPictureSampleBufferPlaybackDelegate)?

        /// Makes a source of a view that plays a medium. The view's window is hidden during Picture in Picture and
        /// shown again after it.
        public init(playerView: PlayerView) {
            host = playerView.controllerHost
            self.playerView = playerView
            sampleBufferView = nil
        }

        /// Makes a source of frames that the app makes. The view's window is hidden during Picture in Picture and shown
        /// again after it.
        /// - Parameters:
        ///   - sampleBufferView: the view that shows the frames.
        ///   - playbackDelegate: plays, pauses and skips, and tells the playback's state; kept weakly.
        public init(
            sampleBufferView: SampleBufferView,
            playbackDelegate: any PictureInPictureSampleBufferPlaybackDelegate
        ) {
            host = sampleBufferView.controllerHost
            playerView = nil
            self.sampleBufferView = sampleBufferView
            sampleBufferPlaybackDelegate = playbackDelegate
        }

        /// Makes a source of a call. Until the call ends, every other Picture in Picture is hidden and paused, and
        /// can't take its place.
        /// - Parameters:
        ///   - sourceView: the view that shows the call in the app. Its window is hidden during Picture in Picture and
        ///     shown again after it.
        ///   - frame: returns the call's rectangle within a window of the given size, in logical pixels. The overlay
        ///     moves from there if the window fills its output. It fades in if the rectangle lies outside, or if the
        ///     window doesn't fill its output, as compositors don't tell the window's position. nil for the whole video
        ///     of the view.
        ///   - content: the overlay's content. It may be empty before *willStart*, in which the app moves its layers to
        ///     it.
        public init(
            activeVideoCallSourceView sourceView: SampleBufferView, frame: ((Size) -> Rect)? = nil,
            content: VideoCallContent
        ) {
            host = sourceView.controllerHost
            playerView = nil
            sampleBufferView = sourceView
            videoCallContent = content
            sourceFrame = frame
        }

        package init(host: any PictureInPictureHost) {
            self.host = host
            playerView = nil
            sampleBufferView = nil
        }

        func begin(with controller: PictureInPictureController) {
            host.controller = controller
            host.show(videoCallContent, from: sourceFrame)
            if sampleBufferView != nil, videoCallContent == nil {
                host.delegatePlayback(to: sampleBufferPlaybackDelegate, of: controller)
            }
        }
    }
}
