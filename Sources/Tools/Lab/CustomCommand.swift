import ArgumentParser
import Foundation
import Oriel

struct CustomCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "custom",
        abstract: "A player with ways of its own: keys, full screen while it plays, an overlay in its place.",
        discussion: "It waits to be played. Prints where its picture is.")

    @Argument(help: "What is played, as player a.") var media: String

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Custom")
        var begin = Player.Options()
        begin.playsSound = false
        var options = PlayerView.Options()
        options.name = "a"
        let view = try PlayerView(player: Player(media, options: begin), in: application, options: options)
        view.entersFullScreenWhenPlaybackBegins = true
        view.exitsFullScreenWhenPlaybackEnds = true
        let custom = Custom(view)
        let controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = custom
        view.delegate = custom
        say("ready: \(view.isReadyForDisplay)")
        view.show()
        try application.run()
        withExtendedLifetime(controller) {}
    }
}

@MainActor
private final class Custom: PictureInPictureControllerAsyncDelegate, PlayerViewDelegate {
    private let view: PlayerView

    init(_ view: PlayerView) { self.view = view }

    func playerViewWillEnterFullScreen(_ playerView: PlayerView) { say("willEnter") }
    func playerViewDidEnterFullScreen(_ playerView: PlayerView) { say("didEnter, \(playerView.videoBounds.width)") }
    func playerViewWillExitFullScreen(_ playerView: PlayerView) { say("willExit") }
    func playerViewDidExitFullScreen(_ playerView: PlayerView) { say("didExit") }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        let isResized = controller.resizePictureInPicture(within: Size(width: 400, height: 400))
        let isMoved = controller.movePictureInPicture(to: .topLeft)
        say("resized: \(isResized), moved: \(isMoved)")
        view.keys.bind(.quit, to: [KeyChord("x")])
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool {
        let bounds = view.videoBounds
        say("ready: \(view.isReadyForDisplay), picture: \(bounds.x),\(bounds.y) \(bounds.width)x\(bounds.height)")
        say("overlay: \(controller.pictureInPictureFrame.map { "\($0.width)x\($0.height)" } ?? "nowhere")")
        return true
    }
}
