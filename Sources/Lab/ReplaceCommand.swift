import ArgumentParser
import Foundation
import Oriel

struct ReplaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace", abstract: "An app that shows another picture once the first is in Picture in Picture.",
        discussion: "Prints what its delegate hears.")

    @Argument(help: "What is shown first, as player a.") var first: String
    @Argument(help: "What comes in its place, as player b; nothing without it.") var second: String?

    func run() throws { try MainActor.assumeIsolated { try replace() } }

    @MainActor private func replace() throws {
        let application = try Application(id: "org.oriel.Replace")
        let view = try view(of: first, named: "a", in: application)
        let replacing = Replacing(try second.map { try self.view(of: $0, named: "b", in: application) })
        let controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = replacing
        view.show()
        try application.run()
        withExtendedLifetime(controller) {}
    }

    @MainActor private func view(of media: String, named name: String, in application: Application) throws -> PlayerView
    {
        var begin = Player.Options.playsAutomatically
        begin.loops = true
        begin.playsSound = false
        var options = PlayerView.Options()
        options.name = name
        return try PlayerView(player: Player(media, options: begin), in: application, options: options)
    }
}

@MainActor
private final class Replacing: PictureInPictureControllerDelegate {
    private let second: PlayerView?

    init(_ second: PlayerView?) { self.second = second }

    func pictureInPictureControllerWillStartPictureInPicture(_: PictureInPictureController) { say("willStart") }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        say("didStart")
        controller.contentSource = second.map { .init(playerView: $0) }
    }

    func pictureInPictureController(
        _: PictureInPictureController, failedToStartPictureInPictureWithError error: PictureInPictureError
    ) { say("failedToStart(\(error))") }

    func pictureInPictureController(
        _: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        say("restore")
        completionHandler(true)
    }

    func pictureInPictureControllerWillStopPictureInPicture(_: PictureInPictureController) { say("willStop") }

    func pictureInPictureController(
        _: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) { say("didStop(\(reason))") }
}

private func say(_ what: String) {
    print(what)
    fflush(nil)
}
