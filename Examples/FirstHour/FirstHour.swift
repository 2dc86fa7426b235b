import Foundation
import Observation
import Oriel

/// The lines that a developer who knows AVKit writes in the first hour. Building it is its test: each of them once did not
/// compile. It plays a film and does what its standard input says.
@main @MainActor
final class FirstHour: PictureInPictureControllerDelegate {
    let player: Player
    let view: PlayerView
    private let controller: PictureInPictureController
    private var token: Player.ChangeHandlerToken?

    static func main() {
        guard CommandLine.arguments.count == 2 else { return print("usage: FirstHour FILM") }
        do { try Application.log(.warning) } catch { return print("FirstHour: \(error.localizedDescription)") }
        Application.run(id: "org.example.FirstHour") { try FirstHour(CommandLine.arguments[1], in: $0) }
    }

    init(_ film: String, in application: Application) throws {
        let url = URL(filePath: film)
        player = try Player(url)
        view = try PlayerView(player: player, in: application)
        controller = try PictureInPictureController(showing: .init(playerView: view))
        controller.delegate = self
        set(url)
        observe()
        view.show()
        player.play()
        Task { await seek() }
    }

    private func set(_ url: URL) {
        player.volume = 0.5
        player.isMuted = false
        player.defaultRate = 1
        player.items = [PlayerItem(url), PlayerItem(url: url)]
        player.actionAtItemEnd = .none
        view.title = "The first hour"
        view.videoGravity = .resizeAspectFill
        view.requiresLinearPlayback = false
        view.canStartPictureInPictureAutomaticallyFromInline = true
        view.messageFilter = { message in message.kind == .failure ? nil : message }
        print(view.pictureInPictureController === controller)
    }

    private func observe() {
        token = player.addChangeHandler { [weak self] in self?.changed($0) }
        let (times, boundaries, events) = (
            player.periodicTimes(every: .seconds(1)), player.boundaryTimes([.seconds(5)]), player.events
        )
        Task { for await time in times { print("at", time) } }
        Task { for await time in boundaries { print("past", time) } }
        Task { for await event in events { print(event.kind, event.position) } }
        let possible = Observations { [weak controller] in controller?.isPictureInPicturePossible ?? false }
        Task { for await isPossible in possible { print("possible", isPossible) } }
        let snapshots = controller.snapshots()
        Task { for await snapshot in snapshots { print(snapshot.state) } }
    }

    private func changed(_ change: Player.Change) {
        if change == .ended, let token { player.removeChangeHandler(token) }
    }

    private func seek() async {
        let hasLanded = await player.seek(to: .seconds(5))
        print(hasLanded, player.currentTime(), player.rate, player.timeControlStatus)
        await player.seek(to: .seconds(9), toleranceBefore: .zero, toleranceAfter: .zero)
        player.seek(to: .zero) { [player] in if $0 { player.rate = 1.5 } }
        if player.timeControlStatus == .paused { player.rate = 1 }
        if let error = player.error { view.showMessage(error.localizedDescription, at: .center, for: .seconds(5)) }
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) { view.showMessage(error.localizedDescription) }
}
