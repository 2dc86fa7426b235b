public import OrielPictureInPicture

/// Hears of a controller's Picture in Picture. Every method is optional.
///
/// The first six are AVKit's, unchanged in name and meaning; the rest extends them. All run on the main actor and from the loop
/// (`Application.run` or `dispatch`), one after another: never inside one another, and never inside a call that the app makes
/// (`stopPictureInPicture()`, `PlayerView.show`, `close`). What a method asks of the controller happens after it has returned. The one
/// exception is the application's end, after which no loop turns: `Application.close()` tells what is left to tell.
///
///     willStart → didStart | failedToStart
///     didStart → … → [restore] → willStop → didStop
@MainActor
public protocol PictureInPictureControllerDelegate: AnyObject {
    /// Picture in Picture is about to start. `isPictureInPictureActive` is still false.
    func pictureInPictureControllerWillStartPictureInPicture(
        _ pictureInPictureController: PictureInPictureController)

    /// The picture floats. `isPictureInPictureActive` is true.
    func pictureInPictureControllerDidStartPictureInPicture(
        _ pictureInPictureController: PictureInPictureController)

    /// It did not start; everything is as it was before. The error is a `PictureInPictureError`.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error)

    /// Bring back the user interface that the picture came from, then answer `true`; or `false`, which ends Picture in
    /// Picture without a return.
    ///
    /// Without this method the answer is `false` at once. The handler may be called from any thread; the first answer
    /// counts, and only within `PictureInPictureTimings.restore`. For an `async` form conform to
    /// `PictureInPictureControllerAsyncDelegate` instead.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void)

    /// Picture in Picture is about to stop. `isPictureInPictureActive` is still true.
    func pictureInPictureControllerWillStopPictureInPicture(
        _ pictureInPictureController: PictureInPictureController)

    /// The picture is gone. `isPictureInPictureActive` is false. Not called where the form with a reason is implemented.
    func pictureInPictureControllerDidStopPictureInPicture(
        _ pictureInPictureController: PictureInPictureController)

    // MARK: Extensions

    /// As `pictureInPictureControllerDidStopPictureInPicture`, which is what it calls unless implemented, with the reason.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        didStopPictureInPictureWithReason reason: StopReason)

    /// A restore was called off: Picture in Picture goes on. What was brought back may go again; its answer is not wanted.
    func pictureInPictureControllerDidCancelRestoreUserInterface(
        _ pictureInPictureController: PictureInPictureController)

    /// A swap brings this app's window back: it comes before the restore.
    func pictureInPictureControllerWillEnterForeground(_ pictureInPictureController: PictureInPictureController)

    /// A swap unmapped this app's window.
    func pictureInPictureControllerDidEnterBackground(_ pictureInPictureController: PictureInPictureController)

    /// A call or the session's lock hides and pauses the picture, or no longer does.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didChangeSuspended isSuspended: Bool)

    /// The user pushed the picture past the edge, or brought it back.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didChangeStashed isStashed: Bool)

    /// Any of the observable properties changed; a callback that the change belongs to follows.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        didUpdate snapshot: PictureInPictureSnapshot)
}

extension PictureInPictureControllerDelegate {
    /// Does nothing.
    public func pictureInPictureControllerWillStartPictureInPicture(
        _ pictureInPictureController: PictureInPictureController
    ) {}

    /// Does nothing.
    public func pictureInPictureControllerDidStartPictureInPicture(
        _ pictureInPictureController: PictureInPictureController
    ) {}

    /// Does nothing.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error
    ) {}

    /// Answers that nothing was shown; the app isn't asked again.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        pictureInPictureController.restoreIsMissing()
        completionHandler(false)
    }

    /// Does nothing.
    public func pictureInPictureControllerWillStopPictureInPicture(
        _ pictureInPictureController: PictureInPictureController
    ) {}

    /// Does nothing.
    public func pictureInPictureControllerDidStopPictureInPicture(
        _ pictureInPictureController: PictureInPictureController
    ) {}

    /// Calls `pictureInPictureControllerDidStopPictureInPicture(_:)`.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        didStopPictureInPictureWithReason reason: StopReason
    ) {
        pictureInPictureControllerDidStopPictureInPicture(pictureInPictureController)
    }

    /// Does nothing.
    public func pictureInPictureControllerDidCancelRestoreUserInterface(
        _ pictureInPictureController: PictureInPictureController
    ) {}

    /// Does nothing.
    public func pictureInPictureControllerWillEnterForeground(
        _ pictureInPictureController: PictureInPictureController
    ) {}

    /// Does nothing.
    public func pictureInPictureControllerDidEnterBackground(
        _ pictureInPictureController: PictureInPictureController
    ) {}

    /// Does nothing.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didChangeSuspended isSuspended: Bool
    ) {}

    /// Does nothing.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didChangeStashed isStashed: Bool
    ) {}

    /// Does nothing.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        didUpdate snapshot: PictureInPictureSnapshot
    ) {}
}
