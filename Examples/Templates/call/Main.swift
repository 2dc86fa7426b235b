import Dispatch
import Glibc
import Oriel

/// A call: the other's picture, with one's own in a corner, in a window and in Picture in Picture. Both pictures are drawn
/// here; those of a real call come from the network and from a `CameraSource`.
@main @MainActor
final class Main: PictureInPictureControllerAsyncDelegate {
    private static let corner = Rect(x: 480, y: 40, width: 200, height: 356)
    private let application: Application
    private let far: SampleBufferView
    private let near: SampleBufferDisplayLayer
    private let content = VideoCallContent(preferredContentSize: Size(width: 720, height: 1280))
    private var controller: PictureInPictureController?
    private var count = 0

    static func main() {
        do { try Main().run() } catch {
            print("NewApp: \(error)")
            exit(1)
        }
    }

    private init() throws {
        application = try Application(id: "org.example.NewApp", handlesSignals: true)
        far = try SampleBufferView(in: application)
        far.pictureInPictureClosePolicy = .closesView
        near = try SampleBufferDisplayLayer(in: application)
        near.videoGravity = .resizeAspectFill
        far.addSublayer(near, frame: Self.corner, in: content.preferredContentSize)
        content.addSublayer(far.displayLayer)
        controller = PictureInPictureController(contentSource: .init(activeVideoCallSourceView: far, content: content))
        // The call floats when its window is left.
        controller?.canStartPictureInPictureAutomaticallyFromInline = true
        controller?.delegate = self
    }

    private func run() throws {
        for timebase in [far.timebase, near.timebase] {
            timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        }
        let pencil = DispatchSource.makeTimerSource(queue: .main)
        pencil.schedule(deadline: .now(), repeating: .milliseconds(66))
        pencil.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.draw() } }
        pencil.activate()
        far.show()
        try application.run()
    }

    private func draw() {
        count += 1
        show(Face(ground: 0x10_3060, disc: 0x20_90FF), on: far.displayLayer)
        show(Face(ground: 0x60_3010, disc: 0xFF_9020), on: near)
    }

    private func show(_ face: Face, on layer: SampleBufferDisplayLayer) {
        // A frame that comes too fast is left out.
        if let frame = try? face.frame(count, time: layer.timebase.time) { try? layer.enqueue(frame) }
    }

    // MARK: Picture in Picture

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        content.addSublayer(near, frame: Self.corner)
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }
}
