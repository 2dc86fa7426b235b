import Foundation
import Observation
import Oriel

/// A player with the app's own controls over the picture, a button for Picture in Picture and one for play and pause,
/// and none of Oriel's. Artwork lies in the window while the picture floats.
@main @MainActor
final class Main: PictureInPictureControllerDelegate {
    private static let side = 48
    let view: PlayerView
    private let controller: PictureInPictureController?
    private var controls: [ContentOverlay] = []
    private let artwork: ContentOverlay

    static func main() {
        guard CommandLine.arguments.count == 2 else { return print("usage: Custom FILE") }
        var options = Application.Options()
        options.handlesSignals = true
        Application.run(id: "org.example.Custom", options: options) { try Main(CommandLine.arguments[1], in: $0) }
    }

    init(_ file: String, in application: Application) throws {
        let note = try OverlayImage(
            svgPath: "M9 3V15.5A3.5 3.5 0 1 0 11 18.7V7H17V3Z", in: Size(width: 24, height: 24), color: 0xFF40_C0FF)
        artwork = .image(note) { Rect(x: $0.width / 4, y: $0.height / 8, width: $0.width / 2, height: $0.height / 2) }
        view = try PlayerView(player: Player(file), in: application)
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
        view.showsPlaybackControls = false
        (view.windowBehavior, view.placeholderText) = (.custom, "")
        controls = [try playButton(), pictureInPictureButton()]
        view.contentOverlays = controls
        view.show()
        view.player.play()
    }

    private func playButton() throws -> ContentOverlay {
        let box = Size(width: 24, height: 24)
        let pause = try OverlayImage(svgPath: "M0 0H9V24H0Z M15 0H24V24H15Z", in: box)
        let play = try OverlayImage(svgPath: "M0 0H24V24H0Z", in: box)
        let player = view.player
        let button = ContentOverlay.button(player.isPaused ? play : pause, frame: { Self.frame(of: 1, in: $0) }) {
            if player.isPaused { player.play() } else { player.pause() }
        }
        // The button shows something else now. The sequence keeps nothing; a task that named the player would.
        let changes = player.changes()
        Task { for await change in changes where change == .paused { button.setNeedsDisplay() } }
        return button
    }

    private func pictureInPictureButton() -> ContentOverlay {
        let (start, stop) = (
            PictureInPictureController.pictureInPictureButtonStartImage,
            PictureInPictureController.pictureInPictureButtonStopImage
        )
        func image() -> OverlayImage {
            let isEnabled = controller?.isPictureInPicturePossible ?? false
            let isSelected = controller?.isPictureInPictureActive ?? false
            return OverlayImage(isSelected ? stop : start, color: isEnabled ? 0xFFFF_FFFF : 0x60FF_FFFF)
        }
        let button = ContentOverlay.button(image(), frame: { Self.frame(of: 0, in: $0) }) { [unowned self] in
            togglePictureInPictureMode()
        }
        let possible = Observations { [weak controller] in controller?.isPictureInPicturePossible ?? false }
        Task { for await _ in possible { button.setNeedsDisplay() } }
        return button
    }

    func togglePictureInPictureMode() {
        guard let controller else { return }
        if controller.isPictureInPictureActive {
            controller.stopPictureInPicture()
        } else {
            controller.startPictureInPicture()
        }
    }

    /// Two buttons beside each other.
    private static func frame(of button: Int, in view: Size) -> Rect {
        Rect(x: view.width / 2 + (button - 1) * side, y: view.height - 2 * side, width: side, height: side)
    }

    // MARK: The delegate

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        view.contentOverlays = [artwork]
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) {
        view.contentOverlays = controls
        view.showMessage(error.localizedDescription)
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
    ) {
        completionHandler(true)
    }

    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        view.contentOverlays = controls
    }
}
