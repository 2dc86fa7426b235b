import ArgumentParser
import Foundation
import Oriel
import OrielPlatform
import OrielStamps
import OrielTestSupport
import Synchronization

struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Shows stamped frames that a thread of this program makes, as an app's own.",
        discussion: "Prints what the delegates hear. It knows no more of the library than an app does.")

    @Option(help: "How samples lie: bgrx, i420, nv12 or yuy2.") var format = "bgrx"
    @Option(help: "The stream's colour.") var stream = "green"
    @Option(help: "How many frames there are to go to; 0 for a live stream.") var frames = 1800
    @Option(help: "Frames a second.") var rate = 30
    @Option(help: "The name that the commands know.") var id = "push"
    @Option(help: "A file of sound that is heard while it plays, by another program.") var sound: String?
    @Flag(help: "Its sound must not be heard while nobody sees the picture.") var prohibits = false
    @Flag(help: "Full screen.") var fullscreen = false
    @Option(help: "What draws: auto, gles or shm.") var renderer = "auto"
    @Flag(help: "Frames lie in files in memory, as dmabufs, and are drawn into again once they are released.")
    var dmabuf = false
    @Flag(help: "The window stays while its picture floats, with a placeholder without words.") var custom = false
    @Flag(help: "No more Picture in Picture once it has ended.") var once = false

    func run() throws {
        let formats: [String: SampleBuffer.Format] = ["bgrx": .bgrx, "i420": .i420, "nv12": .nv12, "yuy2": .yuy2]
        guard let layout = formats[format] else { throw ValidationError("no format \(format)") }
        guard let stream = StampColor(name: stream) else {
            throw ValidationError("no stream is called \(stream)")
        }
        guard let renderer = Renderer(rawValue: renderer) else { throw ValidationError("no renderer \(renderer)") }
        let buffers = dmabuf ? try StampedBuffers(layout, count: 12) : nil
        try MainActor.assumeIsolated {
            var program = Application.Options()
            program.renderer = renderer
            let application = try Application(id: "org.oriel.Push", options: program)
            var options = PlayerView.Options()
            options.name = id
            let view = try SampleBufferView(in: application, options: options)
            let pusher = try Pusher(view, layout, stream, frames: frames, rate: rate, buffers)
            pusher.sound = sound
            pusher.prohibits = prohibits
            pusher.hear()
            let controller = PictureInPictureController(
                contentSource: .init(sampleBufferView: view, playbackDelegate: pusher))
            controller?.delegate = pusher
            pusher.floatsOnce = once
            if custom { (view.windowBehavior, view.placeholderText) = (.custom, "") }
            view.show(fullscreen ? .fullScreen : .window)
            try application.run()
            pusher.stop()
            withExtendedLifetime(controller) {}
            let drawn = view.dmabufSupport.filter(\.isDrawnInPlace).count
            if dmabuf { print("\(drawn) formats drawn in place") }
            print("\(pusher.refusals) refused, \(view.statistics)")
        }
    }
}

/// A thread that feeds a view with frames, and the delegate of its Picture in Picture.
@MainActor
private final class Pusher: PictureInPictureControllerAsyncDelegate, PictureInPictureSampleBufferPlaybackDelegate {
    private struct Course {
        var next = 0
        var isOver = false
    }

    private let view: SampleBufferView
    private let frames: Int
    private let rate: Int
    private let course: CourseBox
    private var thread: NamedThread?
    var floatsOnce = false
    /// Audio file played while the video plays; nil for none.
    var sound: String?
    var prohibits = false
    private var player: ChildProcess?

    private final class CourseBox: Sendable {
        let value = Mutex(Course())
        let refusals = Atomic(0)
    }

    var refusals: Int { course.refusals.load(ordering: .relaxed) }

    init(
        _ view: SampleBufferView, _ format: SampleBuffer.Format, _ stream: StampColor, frames: Int, rate: Int,
        _ buffers: StampedBuffers?
    ) throws {
        self.view = view
        self.frames = frames
        self.rate = rate
        let course = CourseBox()
        self.course = course
        view.timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        thread = try NamedThread("frames") {
            while true {
                // Locked, so that no frame from before a skip follows it.
                let hasEnded = course.value.withLock { course in
                    while !course.isOver, view.isReadyForMoreMediaData, frames == 0 || course.next < frames {
                        guard push(course.next) else { break }
                        course.next += 1
                    }
                    return course.isOver
                }
                if hasEnded { return }
                usleep(2000)
            }
        }
        /// Enqueues a frame. False if all buffers are in use, or the view was closed meanwhile.
        @Sendable func push(_ index: Int) -> Bool {
            let time = Duration.seconds(index) / rate
            do throws(SampleBufferError) {
                if let buffers {
                    guard let frame = try buffers.frame(stream, index, time) else { return false }
                    try view.enqueue(frame)
                } else {
                    try view.enqueue(StampedFrame.make(format, stream, index, time))
                }
            } catch {
                if error == .closed { return false }
                print("refused: \(error)")
                course.refusals.add(1, ordering: .relaxed)
            }
            return true
        }
    }

    func stop() {
        player?.stop(grace: .zero)
        course.value.withLock { $0.isOver = true }
        thread?.join()
    }

    /// Starts or stops the audio according to the playback rate.
    func hear() {
        player?.stop(grace: .zero)
        player = nil
        guard let sound, view.timebase.rate != 0 else { return }
        do { player = try ChildProcess("paplay", [sound], environment: Executable.environment) } catch {
            say("\(error)")
        }
    }

    // MARK: Playback

    func pictureInPictureController(_ controller: PictureInPictureController, setPlaying playing: Bool) {
        view.timebase.setRate(playing ? 1 : 0)
        hear()
        say("setPlaying(\(playing))")
    }

    func pictureInPictureControllerTimeRangeForPlayback(
        _ controller: PictureInPictureController
    ) -> PlaybackTimeRange { frames == 0 ? .live : .finite(.zero..<(.seconds(frames) / rate)) }

    func pictureInPictureControllerShouldProhibitBackgroundAudioPlayback(
        _ controller: PictureInPictureController
    ) -> Bool { prohibits }

    func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool {
        view.timebase.rate == 0
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didTransitionToRenderSize newRenderSize: Size
    ) { say("renderSize(\(newRenderSize))") }

    func pictureInPictureController(
        _ controller: PictureInPictureController, skipByInterval skipInterval: Duration,
        completion completionHandler: @escaping @Sendable () -> Void
    ) {
        let frame = Int(((view.timebase.time + skipInterval) / .seconds(1) * Double(rate)).rounded())
        let target = min(max(0, frame), frames - 1)
        course.value.withLock { course in
            course.next = target
            view.flush()
            view.timebase.setTime(.seconds(target) / rate)
        }
        say("skip(\(skipInterval.components.seconds))")
        completionHandler()
    }

    // MARK: Picture in Picture

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        say("didStart")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) {
        say("didStop(\(reason))")
        if floatsOnce { view.allowsPictureInPicturePlayback = false }
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) { say("failedToStart(\((error as? PictureInPictureError).map(\.rawValue) ?? "\(error)"))") }
}
