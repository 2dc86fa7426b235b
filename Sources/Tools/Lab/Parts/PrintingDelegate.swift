import Foundation
import Oriel

/// Prints each call of a controller.
@MainActor
class PrintingDelegate: PictureInPictureControllerDelegate {
    /// Takes a call, such as `didStop(userClosed)`; subclasses act on it.
    func heard(_ call: String, from controller: PictureInPictureController) { say(call) }

    /// Answers a restore, at once by default.
    func restore(_ answer: @escaping @Sendable (Bool) -> Void) { answer(true) }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        heard("willStart", from: controller)
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        heard("didStart", from: controller)
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) { heard("failedToStart(\((error as? PictureInPictureError).map(\.rawValue) ?? "\(error)"))", from: controller) }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        heard("restore", from: controller)
        restore(completionHandler)
    }

    func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {
        heard("willStop", from: controller)
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) { heard("didStop(\(reason))", from: controller) }
}

/// Prints a line at once, for a test that waits for it.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

extension Player {
    /// A player that begins at once, without sound.
    @MainActor static func silent(_ media: String, loops: Bool = true) throws -> Player {
        var options = Options.playsAutomatically
        options.loops = loops
        options.playsSound = false
        return try Player(media, options: options)
    }
}

extension PlayerView {
    /// A view of such a player, in a window of its own.
    @MainActor static func silent(
        _ media: String, loops: Bool = true, name: String? = nil, in application: Application
    ) throws -> PlayerView {
        var options = Options()
        if let name { options.name = name }
        return try PlayerView(player: .silent(media, loops: loops), in: application, options: options)
    }
}
