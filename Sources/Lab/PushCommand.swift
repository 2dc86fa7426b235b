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
    @Flag(help: "The window stays while its picture floats, with a placeholder without words.") var custom = false
    @Flag(help: "No more Picture in Picture once it has ended.") var once = false

    func run() throws {
        let formats: [String: SampleBuffer.Format] = ["bgrx": .bgrx, "i420": .i420, "nv12": .nv12, "yuy2": .yuy2]
        guard let layout = formats[format] else { throw ValidationError("no format \(format)") }
        guard let stream = StampColor(name: stream) else {
            throw ValidationError("no stream is called \(stream)")
        }
        guard let renderer = Renderer(rawValue: renderer) else { throw ValidationError("no renderer \(renderer)") }
        try MainActor.assumeIsolated {
            var program = Application.Options()
            program.renderer = renderer
            let application = try Application(id: "org.oriel.Push", options: program)
            var options = PlayerView.Options()
            options.name = id
            let view = try SampleBufferView(in: application, options: options)
            let pusher = try Pusher(view, layout, stream, frames: frames, rate: rate)
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
            print("\(pusher.refusals) refused, \(view.statistics)")
        }
    }
}

/// A thread that keeps a view in frames, and what its user does to it.
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
    /// What is heard while it plays.
    var sound: String?
    var prohibits = false
    private var player: ChildProcess?

    private final class CourseBox: Sendable {
        let value = Mutex(Course())
        let refusals = Atomic(0)
    }

    var refusals: Int { course.refusals.load(ordering: .relaxed) }

    init(
        _ view: SampleBufferView, _ format: SampleBuffer.Format, _ stream: StampColor, frames: Int, rate: Int
    ) throws {
        self.view = view
        self.frames = frames
        self.rate = rate
        let course = CourseBox()
        self.course = course
        view.timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        thread = try NamedThread("frames") {
            while true {
                // Locked, so that no frame of before a skip comes after it.
                let hasEnded = course.value.withLock { course in
                    while !course.isOver, view.isReadyForMoreMediaData, frames == 0 || course.next < frames {
                        push(course.next)
                        course.next += 1
                    }
                    return course.isOver
                }
                if hasEnded { return }
                usleep(2000)
            }
        }
        @Sendable func push(_ index: Int) {
            do {
                try view.enqueue(StampedFrame.make(format, stream, index, .seconds(index) / rate))
            } catch { course.refusals.add(1, ordering: .relaxed) }
        }
    }

    func stop() {
        player?.stop(grace: .zero)
        course.value.withLock { $0.isOver = true }
        thread?.join()
    }

    /// Its sound is heard, or not, as it plays.
    func hear() {
        player?.stop(grace: .zero)
        player = nil
        guard let sound, view.timebase.rate != 0 else { return }
        do { player = try ChildProcess("paplay", [sound], environment: Executable.environment) } catch {
            say("\(error)")
        }
    }

    private func say(_ line: String) {
        print(line)
        fflush(nil)
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

/// A stamp in any of the formats: BT.601 in the limited range, as pictures below 720 rows are.
private enum StampedFrame {
    private static let size = Size(width: 560, height: 320)

    static func make(
        _ format: SampleBuffer.Format, _ stream: StampColor, _ index: Int, _ time: Duration
    ) throws(SampleBufferError) -> SampleBuffer {
        let cells = StampPainter.cells(of: stream, index: index % (StampPainter.maximumIndex + 1))
        let grid = StampPainter.cellGrid
        func color(_ x: Int, _ y: Int) -> (Int, Int, Int) {
            let at = ((y * grid.height / size.height) * grid.width + x * grid.width / size.width) * 3
            return (Int(cells[at]), Int(cells[at + 1]), Int(cells[at + 2]))
        }
        func luma(_ x: Int, _ y: Int) -> UInt8 {
            let (r, g, b) = color(x, y)
            return UInt8(16 + (66 * r + 129 * g + 25 * b + 128) / 256)
        }
        func chroma(_ x: Int, _ y: Int) -> (UInt8, UInt8) {
            let (r, g, b) = color(x, y)
            return (UInt8(128 + (112 * b - 38 * r - 74 * g) / 256), UInt8(128 + (112 * r - 94 * g - 18 * b) / 256))
        }
        return try SampleBuffer(format, width: size.width, height: size.height, time: time) { planes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    switch format {
                    case .bgrx:
                        let (r, g, b) = color(x, y)
                        for (part, value) in [b, g, r].enumerated() { planes[0].set(x * 4 + part, y, UInt8(value)) }
                    case .yuy2:
                        planes[0].set(x * 2, y, luma(x, y))
                        let (u, v) = chroma(x, y)
                        planes[0].set(x * 2 + 1, y, x % 2 == 0 ? u : v)
                    default:
                        planes[0].set(x, y, luma(x, y))
                        guard x % 2 == 0, y % 2 == 0 else { continue }
                        let (u, v) = chroma(x, y)
                        if format == .nv12 {
                            planes[1].set(x, y / 2, u)
                            planes[1].set(x + 1, y / 2, v)
                        } else {
                            planes[1].set(x / 2, y / 2, u)
                            planes[2].set(x / 2, y / 2, v)
                        }
                    }
                }
            }
        }
    }
}

extension SampleBuffer.MutablePlane {
    fileprivate func set(_ offset: Int, _ row: Int, _ value: UInt8) { bytes[row * bytesPerRow + offset] = value }
}
