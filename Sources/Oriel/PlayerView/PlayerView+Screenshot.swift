import OrielMedia
import OrielSceneHandoff

extension PlayerView {
    /// Saves the picture that is shown. Drawn and written beside the loop; answered when the file is there.
    /// - Parameter path: is replaced; nil for a new file in the user's folder for pictures.
    func saveScreenshot(to path: String?, _ reply: @escaping (CommandFailure?) -> Void) {
        guard let frame = player.currentFrame else { return reply(.failed("\(identifier) shows no picture yet")) }
        let path = path ?? ScreenshotName.path(of: player.source.description.name, at: frame.time)
        let work = Task.detached { Screenshot.save(frame, to: path) }
        Task { [weak self] in
            let failure = await work.value
            if let failure { self?.sayFailure("No screenshot: \(failure)") } else { self?.saySaved(path) }
            reply(failure.map { .failed($0) })
        }
    }
}
