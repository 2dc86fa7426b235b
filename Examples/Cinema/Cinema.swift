import Glibc
import Oriel

/// A film in full screen. `i` lifts it into Picture in Picture and brings it back, `s` swaps it with another app's
/// picture, `q` quits; each callback of the delegate is a line.
@main @MainActor
final class Cinema: PictureInPictureControllerDelegate {
    private let application: Application
    private let view: PlayerView
    private let controller: PictureInPictureController?

    static func main() {
        guard CommandLine.arguments.count == 2 else { return say("usage: Cinema FILM") }
        do { try Cinema(film: CommandLine.arguments[1]).run() } catch {
            say("\(error)")
            exit(1)
        }
    }

    private init(film: String) throws {
        application = try Application(id: "org.example.Cinema", handlesSignals: true)
        view = try PlayerView(player: Player(film), in: application)
        view.pictureInPictureClosePolicy = .closesView
        view.failurePolicy = .closesView
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
    }

    private func run() throws {
        view.show(.fullScreen)
        view.player.play()
        view.onClose = { [view] in if case .failed(let error) = view.player.status { say("\(error)") } }
        try application.run()
        say("end")
    }

    // MARK: The delegate

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        say("willStart")
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        say("didStart")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) { say("failedToStart(\(error))") }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        // The view brings its window back by itself; an app with a user interface around it brings that back here.
        say("restore")
        completionHandler(true)
    }

    func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {
        say("willStop")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) { say("didStop(\(reason))") }

    func pictureInPictureControllerWillEnterForeground(_ controller: PictureInPictureController) {
        say("foreground")
    }

    func pictureInPictureControllerDidEnterBackground(_ controller: PictureInPictureController) {
        say("background")
    }
}

/// Prints a line at once, wherever the output goes.
private func say(_ line: String) {
    print("Cinema: \(line)")
    fflush(nil)
}
