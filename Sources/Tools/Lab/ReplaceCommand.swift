import ArgumentParser
import Oriel

struct ReplaceCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace", abstract: "An app that shows another picture once the first is in Picture in Picture.",
        discussion: "Prints what its delegate hears.")

    @Argument(help: "What is shown first, as player a.") var first: String
    @Argument(help: "What comes in its place, as player b; nothing without it.") var second: String?

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Replace")
        let view = try PlayerView.silent(first, name: "a", in: application)
        let replacing = Replacing(try second.map { try .silent($0, name: "b", in: application) })
        let controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = replacing
        view.show()
        try application.run()
        withExtendedLifetime(controller) {}
    }
}

private final class Replacing: PrintingDelegate {
    private let second: PlayerView?

    init(_ second: PlayerView?) { self.second = second }

    override func heard(_ call: String, from controller: PictureInPictureController) {
        super.heard(call, from: controller)
        if call == "didStart" { controller.contentSource = second.map { .init(playerView: $0) } }
    }
}
