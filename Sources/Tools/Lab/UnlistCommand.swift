import ArgumentParser
import Oriel
import OrielPlatform

struct UnlistCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlist", abstract: "Lifts a list into Picture in Picture, goes on in it, and empties it there.",
        discussion: "Says what the delegate hears.")

    @Argument(help: "What is played; two media.") var media: [String]

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Unlist")
        var options = Player.Options.playsAutomatically
        options.playsSound = false
        let player = try Player(items: media.map { PlayerItem($0) }, options: options)
        let view = try PlayerView(player: player, in: application)
        let controller = PictureInPictureController(contentSource: .init(playerView: view))
        let listener = Listener(player, application)
        controller?.delegate = listener
        player.onChange.append { change in
            switch change {
            case .opened where player.currentItem == player.items.first: controller?.startPictureInPicture()
            case .landed where player.currentItem == player.items.last && player.items.count > 1:
                say("second item")
                player.removeAllItems()
            default: break
            }
        }
        view.show()
        try withExtendedLifetime((controller, listener)) { try application.run() }
    }
}

private final class Listener: PrintingDelegate {
    private let player: Player
    private let application: Application

    init(_ player: Player, _ application: Application) {
        self.player = player
        self.application = application
    }

    override func heard(_ call: String, from controller: PictureInPictureController) {
        super.heard(call, from: controller)
        if call == "didStart" { player.advanceToNextItem() }
        guard call.hasPrefix("didStop") else { return }
        if player.items.isEmpty, player.currentItem == nil { say("no items") }
        application.stop()
    }
}
