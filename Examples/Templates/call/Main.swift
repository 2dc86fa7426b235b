import Dispatch
import Oriel

/// A call: the other's picture, with one's own in a corner, in a window and in Picture in Picture. Both pictures are drawn
/// here; those of a real call come from the network and from a `CameraSource`.
@main @MainActor
final class Main: PictureInPictureControllerAsyncDelegate {
    private static let corner = Rect(x: 480, y: 40, width: 200, height: 356)
    let view: SampleBufferView
    private let near: SampleBufferDisplayLayer
    private let content = VideoCallContent(preferredContentSize: Size(width: 720, height: 1280))
    private var controller: PictureInPictureController?
    private var count = 0
    private let pencil = DispatchSource.makeTimerSource(queue: .main)

    static func main() {
        var options = Application.Options()
        options.handlesSignals = true
        Application.run(id: "org.example.NewApp", options: options) { try Main(in: $0) }
    }

    init(in application: Application) throws {
        view = try SampleBufferView(in: application)
        view.pictureInPictureClosePolicy = .closesView
        near = try SampleBufferDisplayLayer(in: application)
        near.videoGravity = .resizeAspectFill
        view.addSublayer(near, frame: Self.corner, in: content.preferredContentSize)
        content.addSublayer(view.displayLayer)
        controller = PictureInPictureController(contentSource: .init(activeVideoCallSourceView: view, content: content))
        // The call floats when its window is left.
        controller?.canStartPictureInPictureAutomaticallyFromInline = true
        controller?.delegate = self
        for timebase in [view.timebase, near.timebase] {
            timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        }
        draw()
        pencil.schedule(deadline: .now(), repeating: .milliseconds(66))
        pencil.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.draw() } }
        pencil.activate()
        view.show()
    }

    private func draw() {
        count += 1
        show(Face(ground: 0x10_3060, disc: 0x20_90FF), on: view.displayLayer)
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
