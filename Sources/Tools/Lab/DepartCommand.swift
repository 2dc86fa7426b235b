import ArgumentParser
import Foundation
import Oriel
import OrielPlatform

struct DepartCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "depart", abstract: "Asks for a swap, and leaves the session before it is answered.",
        discussion: "Says how the swap ended for the app that awaited it, whose main actor somebody serves afterwards.")

    @Argument(help: "What is played.") var media: String

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Depart")
        let player = try Player.silent(media, loops: false)
        let view = try PlayerView(player: player, in: application)
        guard let controller = PictureInPictureController(contentSource: .init(playerView: view)) else {
            throw ValidationError("no Picture in Picture here")
        }
        var end: String?
        player.onChange.append { change in
            guard change == .opened else { return }
            Task {
                do throws(PictureInPictureError) {
                    try await controller.swap()
                    end = "done"
                } catch { end = "\(error)" }
            }
            // Runs once the first task waits.
            Task { application.stop() }
        }
        view.show()
        try application.run()
        let limit = Date(timeIntervalSinceNow: 5)
        while end == nil, Date.now < limit { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
        print("swap: \(end ?? "never ended")")
    }
}
