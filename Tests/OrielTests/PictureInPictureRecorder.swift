import Oriel

/// Records its callbacks, and runs the test's actions in them.
@MainActor
final class Recorder: PictureInPictureControllerDelegate {
    var trace: [String] = []
    /// `isPictureInPictureActive` as read inside each callback.
    var activity: [Bool] = []
    var onCallback: (String, PictureInPictureController) -> Void = { _, _ in }
    typealias Answer = @Sendable (Bool) -> Void
    /// Completion handlers of restores, to be called by the test; `answersWith` calls them at once.
    var handlers: [Answer] = []
    var answersWith: Bool?

    nonisolated init() {}

    func note(_ entry: String, _ controller: PictureInPictureController) {
        trace.append(entry)
        activity.append(controller.isPictureInPictureActive)
        onCallback(entry, controller)
    }

    func take() -> [String] {
        defer { trace = [] }
        return trace
    }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        note("willStart", controller)
    }
    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        note("didStart", controller)
    }
    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) {
        note("fTS(\((error as? PictureInPictureError)?.rawValue ?? "?"))", controller)
    }
    func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {
        note("willStop", controller)
    }
    func pictureInPictureController(
        _ controller: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) {
        note("didStop(\(reason.rawValue))", controller)
    }
    func pictureInPictureControllerDidCancelRestoreUserInterface(_ controller: PictureInPictureController) {
        note("cancelRestore", controller)
    }
    func pictureInPictureController(_ controller: PictureInPictureController, didChangeSuspended isSuspended: Bool) {
        note("suspended(\(isSuspended))", controller)
    }
    func pictureInPictureController(_ controller: PictureInPictureController, didChangeStashed isStashed: Bool) {
        note("stashed(\(isStashed))", controller)
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping Answer
    ) {
        handlers.append(completionHandler)
        note("restore", controller)
        if let answersWith { completionHandler(answersWith) }
    }
}

/// A delegate without a restore method.
@MainActor
final class PlainDelegate: PictureInPictureControllerDelegate {
    var trace: [String] = []

    nonisolated init() {}

    func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {
        trace.append("willStop")
    }
    /// AVKit's form, without a reason.
    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        trace.append("didStop")
    }
}

/// A delegate with an `async` restore method.
@MainActor
final class AsyncDelegate: PictureInPictureControllerAsyncDelegate {
    var trace: [String] = []
    var answer = true

    nonisolated init() {}

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool {
        trace.append("restore")
        await Task.yield()
        return answer
    }
    func pictureInPictureController(
        _ controller: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) {
        trace.append("didStop(\(reason.rawValue))")
    }
}
