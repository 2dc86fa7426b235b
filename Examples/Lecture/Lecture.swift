import Glibc
import Oriel

/// A lecture that floats from the beginning, written with `async`: it starts in Picture in Picture and ends with the talk.
@main @MainActor
final class Lecture: PictureInPictureControllerAsyncDelegate {
    private let application: Application
    let view: PlayerView
    private let controller: PictureInPictureController?

    static func main() {
        guard CommandLine.arguments.count == 2 else { return say("usage: Lecture TALK") }
        do {
            let application = try Application(id: "org.example.Lecture", handlesSignals: true)
            try Lecture(talk: CommandLine.arguments[1], in: application).run()
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    init(talk: String, in application: Application) throws {
        self.application = application
        var options = PlayerView.Options()
        options.pictureInPicture.corner = .topRight
        options.pictureInPicture.size = Size(width: 400, height: 225)
        view = try PlayerView(player: Player(talk, options: .playsAutomatically), in: application, options: options)
        view.pictureInPictureClosePolicy = .closesView
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
    }

    private func run() throws {
        begin()
        let changes = view.player.changes()
        Task { [application] in
            for await change in changes where change == .ended || change == .failed { application.stop() }
        }
        try application.run()
        say("end")
    }

    /// Floats as soon as there is a picture.
    func begin() { controller?.startPictureInPictureWhenPossible(within: .seconds(10)) }

    // MARK: The delegate

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool {
        say("restore")
        // What an app's own user interface needs to come back may take its time here.
        await Task.yield()
        return true
    }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        say("willStart")
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        say("didStart")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) { say("failedToStart(\(error))") }

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
    print("Lecture: \(line)")
    fflush(nil)
}
