import OrielMedia
import OrielPlayer
import OrielSceneHandoff
import OrielTexts
import OrielWindows

extension ViewRequests {
    /// Longest wait for a player's first frame.
    private static let patience = Duration.seconds(2)

    /// Saves the present frame as a PNG file, or the first frame of a player that begins. Drawing and writing run on
    /// another thread; `reply` is called when the file is complete.
    /// - Parameter path: an existing file is replaced; nil for a new file in the user's folder for pictures.
    func saveScreenshot(to path: String?, _ reply: @escaping (CommandFailure?) -> Void) {
        guard player.currentFrame == nil else { return savePicture(to: path, reply) }
        // Cleared by the first of frame and timeout, so that `reply` is called once.
        var answer: ((CommandFailure?) -> Void)? = reply
        let giveUp = controllerHost.schedule(after: Self.patience) { [identifier] in
            answer?(.failed(localized("\(identifier) shows no picture yet")))
            answer = nil
        }
        scene.onFrame { [weak self] in
            giveUp()
            guard let reply = answer else { return }
            answer = nil
            self?.savePicture(to: path, reply)
        }
    }

    private func savePicture(to path: String?, _ reply: @escaping (CommandFailure?) -> Void) {
        guard let frame = player.currentFrame else {
            return reply(.failed(localized("\(identifier) shows no picture yet")))
        }
        let path = path ?? ScreenshotName.path(of: player.source.description.name, at: frame.time)
        Screenshot.saveAside(frame, to: path) { [weak self] failure in
            if let failure {
                self?.display.sayFailure(localized("No screenshot: \(failure)"))
            } else {
                self?.display.saySaved(path)
            }
            reply(failure.map { .failed($0) })
        }
    }
}
