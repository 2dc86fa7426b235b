import Glibc
import Oriel

/// A ball on a floor, drawn sixty times a second by this app: in a window, and by `i` in Picture in Picture. Space pauses it, the
/// arrows skip: all of that comes to the playback delegate.
@main @MainActor
final class Main: PictureInPictureControllerAsyncDelegate, PictureInPictureSampleBufferPlaybackDelegate {
    private static let size = Size(width: 640, height: 360)
    private static let framesPerSecond = 60
    private static let length = Duration.seconds(120)

    private let application: Application
    let view: SampleBufferView
    private var controller: PictureInPictureController?
    /// The number of the next frame.
    private var next = 0

    static func main() {
        do {
            try Main(in: Application(id: "org.example.SampleBuffers", handlesSignals: true)).run()
        } catch {
            print("SampleBuffers: \(error)")
            exit(1)
        }
    }

    init(in application: Application) throws {
        self.application = application
        view = try SampleBufferView(in: application)
        view.pictureInPictureClosePolicy = .closesView
        controller = PictureInPictureController(
            contentSource: .init(sampleBufferView: view, playbackDelegate: self))
        controller?.delegate = self
    }

    private func run() throws {
        begin()
        try application.run()
        print("SampleBuffers: end")
    }

    func begin() {
        view.timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        view.requestMediaDataWhenReady { [self] in
            while view.isReadyForMoreMediaData, time(of: next) < Self.length {
                do { try view.enqueue(frame(next)) } catch { return print("SampleBuffers: \(error)") }
                next += 1
            }
        }
        view.show()
    }

    // MARK: Drawing

    private func time(of frame: Int) -> Duration { .seconds(frame) / Self.framesPerSecond }

    private func frame(_ number: Int) throws(SampleBufferError) -> SampleBuffer {
        let (width, height) = (Self.size.width, Self.size.height)
        let seconds = Double(number) / Double(Self.framesPerSecond)
        let (radius, fall) = (30.0, seconds.truncatingRemainder(dividingBy: 1) * 2 - 1)
        let x = abs((seconds / 4).truncatingRemainder(dividingBy: 2) - 1) * Double(width - 100) + 50
        let y = 270 - 200 * (1 - fall * fall)
        return try SampleBuffer(.bgrx, width: width, height: height, time: time(of: number)) { planes in
            let perRow = planes[0].bytesPerRow / 4
            planes[0].withMutableSpan(of: UInt32.self) { pixels in
                for row in 0..<height {
                    let start = row * perRow
                    let ground: UInt32 = row < 300 ? 0x10_2030 : 0x30_5040
                    for index in start..<start + width { pixels[index] = ground }
                    let reach = radius * radius - (Double(row) - y) * (Double(row) - y)
                    guard reach > 0 else { continue }
                    let half = reach.squareRoot()
                    for index in start + Int(x - half)...start + Int(x + half) { pixels[index] = 0xFF_9020 }
                }
            }
        }
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
    ) -> PlaybackTimeRange { .finite(.zero..<Self.length) }

    func pictureInPictureController(
        _ controller: PictureInPictureController, skipByInterval skipInterval: Duration,
        completion completionHandler: @escaping @Sendable () -> Void
    ) {
        let target = min(max(.zero, view.timebase.time + skipInterval), Self.length)
        next = Int(target / .seconds(1) * Double(Self.framesPerSecond))
        view.timebase.setTime(target)
        view.flush()
        completionHandler()
    }

    // MARK: Picture in Picture

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }
}
