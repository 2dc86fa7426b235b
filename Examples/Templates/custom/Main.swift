import Observation
import Oriel

/// A player with the app's own buttons over the picture, and none of Oriel's.
@main @MainActor
final class Main: PictureInPictureControllerDelegate {
    private let view: PlayerView
    private let controller: PictureInPictureController?
    private var buttons: [ContentOverlay] = []

    static func main() {
        guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else { return print("usage: NewApp FILE…") }
        var options = Application.Options()
        options.handlesSignals = true
        Application.run(id: "org.example.NewApp", options: options) { try Main(arguments, in: $0) }
    }

    private init(_ arguments: Arguments, in application: Application) throws {
        view = try PlayerView(player: Player(items: arguments.media.map { PlayerItem($0) }), in: application)
        view.pictureInPictureClosePolicy = .closesView
        view.showsPlaybackControls = false
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
        buttons = [try playButton(), floatButton()]
        view.contentOverlays = buttons
        view.show()
        view.player.play()
    }

    // MARK: Buttons

    private func playButton() throws -> ContentOverlay {
        let box = Size(width: 24, height: 24)
        let pause = try OverlayImage(svgPath: "M0 0H9V24H0Z M15 0H24V24H15Z", in: box)
        let play = try OverlayImage(svgPath: "M0 0H24V24H0Z", in: box)
        let player = view.player
        let button = ContentOverlay.button(
            player.isPaused ? play : pause, frame: { ButtonRow(count: 2).frame(of: 0, in: $0) }
        ) {
            if player.isPaused { player.play() } else { player.pause() }
        }
        // The button shows something else now. The sequence keeps nothing; a task that named the player would.
        let changes = player.changes()
        Task { for await change in changes where change == .paused { button.setNeedsDisplay() } }
        return button
    }

    private func floatButton() -> ContentOverlay {
        let image = PictureInPictureController.pictureInPictureButtonStartImage
        func drawn() -> OverlayImage {
            OverlayImage(image, color: controller?.isPictureInPicturePossible == true ? 0xFFFF_FFFF : 0x60FF_FFFF)
        }
        let button = ContentOverlay.button(drawn(), frame: { ButtonRow(count: 2).frame(of: 1, in: $0) }) {
            [unowned self] in controller?.startPictureInPicture()
        }
        let possible = Observations { [weak controller] in controller?.isPictureInPicturePossible ?? false }
        Task { for await _ in possible { button.setNeedsDisplay() } }
        return button
    }

    // MARK: The delegate

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        view.contentOverlays = []
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) {
        view.contentOverlays = buttons
        view.showMessage("\(error)")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
    ) { completionHandler(true) }

    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        view.contentOverlays = buttons
    }
}
