import Oriel

/// A player with all that Oriel has built in: controls, keys, full screen, Picture in Picture.
@main @MainActor
final class Main: PictureInPictureControllerDelegate {
    let view: PlayerView

    static func main() {
        guard CommandLine.arguments.count == 2 else { return print("usage: NewApp FILE") }
        var options = Application.Options()
        options.handlesSignals = true
        Application.run(id: "org.example.NewApp", options: options) { try Main(CommandLine.arguments[1], in: $0) }
    }

    init(_ file: String, in application: Application) throws {
        view = try PlayerView(player: Player(file), in: application)
        // The overlay's close button ends the program; without this the view stays, paused.
        view.pictureInPictureClosePolicy = .closesView
        view.enablePictureInPicture()
        view.pictureInPictureController?.delegate = self
        view.show()
        view.player.play()
    }

    // The view shows its window by itself; an app with more than that brings it back here.
    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
    ) { completionHandler(true) }
}
