import Oriel

@main @MainActor
final class Cinema: PictureInPictureControllerDelegate {
    static func main() {
        Application.run(id: "org.example.Cinema") { application in
            let view = try PlayerView(player: Player("film.mkv"), in: application)
            let controller = PictureInPictureController(contentSource: .init(playerView: view))
            let cinema = Cinema()
            controller?.delegate = cinema
            // The overlay's close button ends the program; without this the view stays, paused.
            view.pictureInPictureClosePolicy = .closesView
            view.show(.fullScreen)
            view.player.play()
            return (controller, cinema)
        }
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) { completionHandler(true) }
}
