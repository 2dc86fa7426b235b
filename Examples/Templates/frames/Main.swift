import Glibc
import Oriel

/// A ball that this app draws, in a window and in Picture in Picture; keys and controls come to the playback delegate.
@main @MainActor
final class Main: PictureInPictureControllerAsyncDelegate, PictureInPictureSampleBufferPlaybackDelegate {
    private let application: Application
    private let view: SampleBufferView
    private var controller: PictureInPictureController?
    private let ball = Ball(width: 640, height: 360)
    /// Number of the next frame.
    private var next = 0

    static func main() {
        do { try Main().run() } catch {
            print("NewApp: \(error)")
            exit(1)
        }
    }

    private init() throws {
        application = try Application(id: "org.example.NewApp", handlesSignals: true)
        view = try SampleBufferView(in: application)
        view.pictureInPictureClosePolicy = .closesView
        controller = PictureInPictureController(contentSource: .init(sampleBufferView: view, playbackDelegate: self))
        controller?.delegate = self
    }

    private func run() throws {
        view.timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        view.requestMediaDataWhenReady { [self] in
            while view.isReadyForMoreMediaData, Ball.time(of: next) < Ball.length {
                do { try view.enqueue(ball.frame(next)) } catch { return print("NewApp: \(error)") }
                next += 1
            }
        }
        view.show()
        try application.run()
    }

    // MARK: Playback

    func pictureInPictureController(_ controller: PictureInPictureController, setPlaying playing: Bool) {
        view.timebase.setRate(playing ? 1 : 0)
    }

    func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool {
        view.timebase.rate == 0
    }

    func pictureInPictureControllerTimeRangeForPlayback(
        _ controller: PictureInPictureController
    ) -> PlaybackTimeRange { .finite(.zero..<Ball.length) }

    func pictureInPictureController(
        _ controller: PictureInPictureController, skipByInterval skipInterval: Duration,
        completion completionHandler: @escaping @Sendable () -> Void
    ) {
        let time = view.timebase.time
        next = Ball.frame(at: time + skipInterval)
        view.timebase.setTime(Ball.time(of: next))
        view.flush()
        completionHandler()
    }

    // MARK: Picture in Picture

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }
}
