import Dispatch
import Glibc
import Oriel

/// A player that lives as long as the view that shows it, or as its Picture in Picture.
@MainActor
final class Playback: PictureInPicturePersistable {
    let player: Player
    private var film: String?

    init() throws { player = try Player(items: []) }

    /// The same one goes on as it is.
    func play(_ film: String) {
        guard film != self.film else { return }
        self.film = film
        player.items = [PlayerItem(film)]
        player.play()
    }
}

/// An app that one walks around in while a film is in Picture in Picture: the film's view is gone then, and made again when the
/// film is opened once more or comes back. Its list of films is the terminal: each line opens one, an empty one ends it.
@main @MainActor
final class Persistence: PictureInPictureControllerAsyncDelegate {
    private let application: Application
    /// The screen with the film, while one is there.
    private(set) var screen: PlayerView?
    private var current: Playback?

    static func main() {
        do {
            let app = Persistence(in: try Application(id: "org.example.Persistence", handlesSignals: true))
            try app.run()
        } catch {
            print("Persistence: \(error)")
            exit(1)
        }
    }

    init(in application: Application) {
        self.application = application
        application.stopsAfterLastView = false
        PictureInPicture.shared.delegate = self
    }

    private func run() throws {
        // Not a source of Dispatch: on Linux it may end the process when a pipe is closed, for its manager then reads what
        // the thread of the handler has freed.
        DispatchQueue(label: "terminal").async { [weak self] in
            while let line = readLine() {
                DispatchQueue.main.sync { MainActor.assumeIsolated { self?.open(line) } }
            }
            DispatchQueue.main.sync { MainActor.assumeIsolated { self?.application.stop() } }
        }
        try application.run()
        print("Persistence: end")
    }

    func open(_ line: String) {
        guard !line.isEmpty else { return end() }
        do {
            let playback = try current ?? Playback.persisted ?? Playback()
            playback.play(line)
            try present(playback)
        } catch { print("Persistence: \(error)") }
    }

    private func present(_ playback: Playback) throws {
        if screen == nil {
            let view = try PlayerView(player: playback.player, in: application)
            view.onClose = { [weak self] in self?.leave() }
            let controller = view.enableInAppPictureInPicture(persisting: playback)
            controller?.canStartPictureInPictureAutomaticallyFromInline = true
            (screen, current) = (view, playback)
        }
        screen?.show()
    }

    private func end() {
        if let screen { screen.close() } else { Playback.persisted?.player.removeAllItems() }
    }

    private func leave() { (screen, current) = (nil, nil) }

    // MARK: The delegate of the whole app

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        // Should it not start, the view stays.
        screen?.dismiss()
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) { leave() }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool {
        do {
            if screen == nil, let playback = Playback.persisted { try present(playback) }
            return screen != nil
        } catch { return false }
    }
}
