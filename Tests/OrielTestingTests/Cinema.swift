import Oriel

/// The sample app: films with Picture in Picture, a button and a key of its own. It records its delegate's callbacks.
@MainActor
final class Cinema: PictureInPictureControllerDelegate {
    let view: PlayerView
    let controller: PictureInPictureController
    private(set) var calls: [String] = []
    private(set) var likes = 0
    var restores = true
    /// Also receives the callbacks, with the app's name before them.
    private let name: String
    private let log: CallLog?

    init(_ film: String, in application: Application, named name: String = "", log: CallLog? = nil) throws {
        (self.name, self.log) = (name, log)
        view = try PlayerView(player: Player(film), in: application)
        controller = try PictureInPictureController(showing: .init(playerView: view))
        controller.delegate = self
        view.title = name.isEmpty ? "Cinema" : name
        view.contentOverlays = [
            try .button("Like", in: application, frame: { _ in Rect(x: 20, y: 20, width: 90, height: 30) }) {
                [unowned self] in likes += 1
            }
        ]
        view.bind(KeyChord("p")) { [unowned self] in
            if controller.isPictureInPictureActive {
                controller.stopPictureInPicture()
            } else {
                controller.startPictureInPicture()
            }
        }
        view.show()
        view.player.play()
    }

    private func note(_ call: String) {
        calls.append(call)
        log?.lines.append("\(name) \(call)")
    }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        note("willStart")
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        note("didStart")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) { note("failedToStart") }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        note("restore")
        completionHandler(restores)
    }

    func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {
        note("willStop")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) { note("didStop(\(reason))") }
}

/// The callbacks of several apps, in their order.
@MainActor
final class CallLog {
    var lines: [String] = []

    func calls(of name: String) -> [String] {
        lines.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
    }
}
