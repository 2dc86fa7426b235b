import COriel
import Oriel

/// Calls a program's functions as the playback delegate of its frames.
@MainActor
final class ProgramPlayback: PictureInPictureSampleBufferPlaybackDelegate {
    private let functions: oriel_playback
    private let questions: Questions
    weak var handle: ControllerHandle?

    init(_ functions: oriel_playback, _ questions: Questions) {
        self.functions = functions
        self.questions = questions
    }

    func pictureInPictureController(_: PictureInPictureController, setPlaying playing: Bool) {
        functions.set_playing?(handle?.handle, playing, functions.data)
    }

    func pictureInPictureControllerIsPlaybackPaused(_: PictureInPictureController) -> Bool {
        functions.is_paused?(handle?.handle, functions.data) ?? false
    }

    func pictureInPictureControllerTimeRangeForPlayback(_: PictureInPictureController) -> PlaybackTimeRange {
        var (start, end): (Int64, Int64) = (0, 0)
        guard functions.time_range?(handle?.handle, &start, &end, functions.data) == true else { return .live }
        return .finite(.nanoseconds(start)..<max(.nanoseconds(start), .nanoseconds(end)))
    }

    func pictureInPictureController(
        _: PictureInPictureController, skipByInterval skipInterval: Duration,
        completion completionHandler: @escaping @Sendable () -> Void
    ) {
        guard let skip = functions.skip else { return completionHandler() }
        let number = questions.ask { _ in completionHandler() }
        skip(handle?.handle, skipInterval.nanoseconds, number, functions.data)
    }

    func pictureInPictureController(_: PictureInPictureController, didTransitionToRenderSize newRenderSize: Size) {
        functions.render_size?(
            handle?.handle, CInt(clamping: newRenderSize.width), CInt(clamping: newRenderSize.height), functions.data)
    }
}
