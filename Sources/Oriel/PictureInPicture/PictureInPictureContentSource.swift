public import OrielGeometry
public import OrielSurfaces
import OrielWindows

extension PictureInPictureController {
    /// What is shown in Picture in Picture: the picture of a view that plays a medium, or frames that the app makes.
    @MainActor
    public struct ContentSource {
        package let host: any PictureInPictureHost

        /// The view of the app's own frames, where it is one.
        public let sampleBufferView: SampleBufferView?
        /// What is seen of a call, where it is one.
        public private(set) var videoCallContent: VideoCallContent?
        private var sourceFrame: ((Size) -> Rect)?
        /// What plays, pauses and skips in the app's own frames; kept weakly.
        public private(set) weak var sampleBufferPlaybackDelegate: (any PictureInPictureSampleBufferPlaybackDelegate)?

        /// The picture of a view: of its window, which goes while the picture floats and comes back with it.
        public init(playerView: PlayerView) {
            host = playerView
            sampleBufferView = nil
        }

        /// Frames that the app makes, in a window that goes while the picture floats and comes back with it.
        /// - Parameters:
        ///   - sampleBufferView: the view that shows them.
        ///   - playbackDelegate: plays, pauses and skips, and tells how it stands; kept weakly.
        public init(
            sampleBufferView: SampleBufferView,
            playbackDelegate: any PictureInPictureSampleBufferPlaybackDelegate
        ) {
            host = sampleBufferView.view
            self.sampleBufferView = sampleBufferView
            sampleBufferPlaybackDelegate = playbackDelegate
        }

        /// A call: it hides and pauses whatever else is in Picture in Picture until it ends, and nothing takes its place.
        /// - Parameters:
        ///   - sourceView: where the call is seen in the app: its window goes while the call floats and comes back with it.
        ///   - frame: where in a window of a size, in logical pixels, that is which floats: from there it comes where the window fills its
        ///     output. It fades in out of a rectangle that lies outside, and out of a window, whose place no compositor tells. nil for the
        ///     view's own picture.
        ///   - content: what floats. As it may be empty before, *willStart* is when pictures are moved to it.
        public init(
            activeVideoCallSourceView sourceView: SampleBufferView, frame: ((Size) -> Rect)? = nil,
            content: VideoCallContent
        ) {
            host = sourceView.view
            sampleBufferView = sourceView
            videoCallContent = content
            sourceFrame = frame
        }

        package init(host: any PictureInPictureHost) {
            self.host = host
            sampleBufferView = nil
        }

        /// The view of a medium, where it is one.
        public var playerView: PlayerView? { sampleBufferView == nil ? host.view : nil }

        /// What shows it, whichever kind it is.
        var view: PlayerView? { host.view }

        func begin(with controller: PictureInPictureController) {
            host.controller = controller
            guard let view else { return }
            view.scene.overlay.setCallContent(videoCallContent, from: sourceFrame)
            if sampleBufferView != nil, videoCallContent == nil {
                view.delegatePlayback(to: sampleBufferPlaybackDelegate, of: controller)
            }
        }
    }
}
