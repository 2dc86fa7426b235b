import Foundation
import Oriel
import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielWayland

/// A call inside an app's own window: the far picture with the near one in its corner. Both float together.
@MainActor
final class InlineCall: PictureInPictureControllerAsyncDelegate {
    private static let size = Size(width: 90, height: 160)
    private static let corner = Rect(x: 56, y: 10, width: 24, height: 42)

    private let connection: Connection
    private let window: InlineWindow
    private let far: SampleBufferView
    private let near: SampleBufferDisplayLayer
    private let content = VideoCallContent(preferredContentSize: InlineCall.size)
    private var controller: PictureInPictureController?

    init(in application: Application) throws {
        connection = try Connection()
        let globals = try Globals(connection)
        try connection.attach(to: application.loop.eventLoop) { error in say("lost: \(error)") }
        window = InlineWindow(globals)
        // The pointers are valid: the window was just made.
        let place = AppSurface(display: connection.nativeDisplay!, surface: window.surface.nativeSurface!)
        var options = PlayerView.Options()
        options.name = "call"
        far = try SampleBufferView(
            in: application, surface: place, frame: Rect(x: 80, y: 25, width: 225, height: 400), options: options)
        near = try SampleBufferDisplayLayer(in: application)
        far.onSurfaceCommitNeeded = { [weak window] in window?.surface.commit() }
        far.addSublayer(near, frame: Self.corner, in: content.preferredContentSize)
        content.addSublayer(far.displayLayer)
        controller = PictureInPictureController(
            contentSource: .init(activeVideoCallSourceView: far, content: content))
        controller?.delegate = self
        for timebase in [far.timebase, near.timebase] {
            timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        }
        film(application)
    }

    /// Shows both pictures, 15 times a second.
    private func film(_ application: Application) {
        show(0xC0_4020, on: far.displayLayer)
        show(0x20_40C0, on: near)
        application.loop.after(.milliseconds(66)) { [weak self, weak application] in
            if let application { self?.film(application) }
        }
    }

    private func show(_ pixel: UInt32, on layer: SampleBufferDisplayLayer) {
        let frame = try? SampleBuffer(
            .bgrx, width: Self.size.width, height: Self.size.height, time: layer.timebase.time
        ) { planes in
            planes[0].bytes.withMemoryRebound(to: UInt32.self) { $0.update(repeating: pixel) }
        }
        // Frames that come too fast are left out.
        if let frame { try? layer.enqueue(frame) }
    }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        content.addSublayer(near, frame: Self.corner)
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }
}
