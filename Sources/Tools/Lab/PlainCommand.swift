import ArgumentParser
import Oriel

struct PlainCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "plain", abstract: "A player as the shortest app has it, by Application.run(id:).")

    @Argument(help: "What is played.") var media: String

    @MainActor func runApp() {
        Application.run(id: "org.oriel.Plain") { application in
            let view = try PlayerView(player: Player(media, options: .playsAutomatically), in: application)
            view.show()
            return view.enablePictureInPicture()
        }
    }
}
