import Foundation
import Oriel

/// A room of two seats, whose pictures a thread draws; `p` and a button move the user's own seat into Picture in Picture
/// and back. Alibaba's "Implement Picture-in-Picture on iOS" (ARTC).
@main @MainActor
final class Seats: PictureInPictureControllerDelegate {
    let view: SampleBufferView
    private let seats: [Seat]
    private let callContent = VideoCallContent(preferredContentSize: Size(width: 720, height: 1280))
    /// Made when it is first needed.
    private var controller: PictureInPictureController?

    static func main() {
        var options = Application.Options()
        options.handlesSignals = true
        Application.run(id: "org.example.Seats", options: options) { try Seats(in: $0) }
    }

    init(in application: Application) throws {
        view = try SampleBufferView(in: application)
        seats = try [
            Seat(in: application, frame: Rect(x: 40, y: 40, width: 270, height: 480), color: 0x2090_FF),
            Seat(in: application, frame: Rect(x: 330, y: 40, width: 270, height: 480), color: 0xFF90_20),
        ]
        try view.enqueue(.plain(0x20_2020, Seat.room, at: .zero))
        layOut()
        view.contentOverlays = [
            try .button("Float", in: application) {
                Rect(x: $0.width / 2 - 40, y: $0.height - 40, width: 80, height: 32)
            } action: { [unowned self] in
                enterPictureInPictureMode()
            }
        ]
        view.bind(KeyChord("p")) { [unowned self] in enterPictureInPictureMode() }
        for seat in seats { seat.startDrawing() }
        view.show()
    }

    private func layOut() { for seat in seats { view.addSublayer(seat.layer, frame: seat.frame, in: Seat.room) } }

    private func enterPictureInPictureMode() {
        guard PictureInPictureController.isPictureInPictureSupported() else {
            return view.showMessage("The current device does not support PiP", at: .center)
        }
        if controller == nil { setUp() }
        guard let controller else { return }
        if controller.isPictureInPictureActive {
            controller.stopPictureInPicture()
        } else {
            controller.startPictureInPicture()
        }
    }

    private func setUp() {
        let seat = seats[0]
        let source = PictureInPictureController.ContentSource(
            activeVideoCallSourceView: view, frame: { seat.frame(in: $0) }, content: callContent)
        do {
            controller = try PictureInPictureController(showing: source)
            controller?.delegate = self
            controller?.canStartPictureInPictureAutomaticallyFromInline = false
        } catch { view.showMessage("No PiP: \(error.localizedDescription)", at: .center) }
    }

    // MARK: The delegate

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        seats[0].layer.removeFromSuperlayer()
        callContent.addSublayer(seats[0].layer)
    }

    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        seats[0].layer.removeFromSuperlayer()
        layOut()
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
    ) {
        completionHandler(true)
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) {
        DispatchQueue.main.async { [view] in
            view.showMessage("Failed to start PiP: \(error.localizedDescription)", at: .center)
        }
    }
}
