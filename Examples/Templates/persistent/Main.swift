import Oriel

/// An app whose film goes on in Picture in Picture while its view is gone; the view is made again when the film comes back.
@main @MainActor
final class Main: PictureInPictureControllerAsyncDelegate {
    private let application: Application
    /// The screen with the film, while one is there.
    private(set) var screen: PlayerView?

    static func main() {
        guard CommandLine.arguments.count == 2 else { return print("usage: NewApp FILE") }
        var options = Application.Options()
        options.handlesSignals = true
        Application.run(id: "org.example.NewApp", options: options) { try Main(CommandLine.arguments[1], in: $0) }
    }

    init(_ file: String, in application: Application) throws {
        self.application = application
        // The app ends when neither a screen nor a floating picture is left.
        application.stopsAfterLastView = false
        PictureInPicture.shared.delegate = self
        try present(Playback(file))
    }

    private func present(_ playback: Playback) throws {
        let view = try PlayerView(player: playback.player, in: application)
        view.onClose = { [weak self] in self?.screenClosed() }
        view.enableInAppPictureInPicture(persisting: playback)
        screen = view
        view.show()
        playback.player.play()
    }

    private func screenClosed() {
        screen = nil
        if Playback.persisted == nil { application.stop() }
    }

    // MARK: The delegate of the whole app

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        // The app could show something else now. Should the start fail, the view stays.
        screen?.dismiss()
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) { screen = nil }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool {
        do {
            if screen == nil, let playback = Playback.persisted { try present(playback) }
            return screen != nil
        } catch { return false }
    }

    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        if screen == nil { application.stop() }
    }
}
