public import OrielPictureInPicture

/// Receives a controller's callbacks. Every method is optional.
///
/// The first six methods are AVKit's, unchanged in name and meaning; the others extend them. All run on the main actor
/// and from the loop (`Application.run` or `dispatch`), one after another, never inside one another and never inside a
/// call that the app makes (`stopPictureInPicture()`, `PlayerView.show`, `close`). Calls to the controller inside a
/// method take effect after it has returned. The one exception is the application's end: no turn of the loop follows
/// it, so `Application.close()` makes the remaining callbacks itself.
///
///     willStart → didStart | failedToStart
///     didStart → … → [restore] → willStop → didStop
@MainActor
public protocol PictureInPictureControllerDelegate: AnyObject {
    /// Picture in Picture is about to start. `isPictureInPictureActive` is still false.
    func pictureInPictureControllerWillStartPictureInPicture(
        _ pictureInPictureController: PictureInPictureController)

    /// Picture in Picture has started. `isPictureInPictureActive` is true.
    func pictureInPictureControllerDidStartPictureInPicture(
        _ pictureInPictureController: PictureInPictureController)

    /// Picture in Picture did not start; everything is as it was before. The error is a `PictureInPictureError`.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error)

    /// Restores the user interface that Picture in Picture started from, then calls the handler with `true`; or with
    /// `false`, which ends Picture in Picture without a window.
    ///
    /// Without this method the answer is `false` at once. The handler may be called from any thread; only the first
    /// answer counts, and only within `PictureInPictureTimings.restore`. For an `async` form conform to
    /// `PictureInPictureControllerAsyncDelegate` instead.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void)

    /// Picture in Picture is about to stop. `isPictureInPictureActive` is still true.
    func pictureInPictureControllerWillStopPictureInPicture(
        _ pictureInPictureController: PictureInPictureController)

    /// Picture in Picture has stopped. `isPictureInPictureActive` is false. Not called if the method with a reason is
    /// implemented.
    func pictureInPictureControllerDidStopPictureInPicture(
        _ pictureInPictureController: PictureInPictureController)

    // MARK: Extensions

    /// Picture in Picture has stopped, for a reason. Unless implemented, calls
    /// `pictureInPictureControllerDidStopPictureInPicture`.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        didStopPictureInPictureWithReason reason: StopReason)

    /// A restore was cancelled, and Picture in Picture continues. The app may hide the user interface again; its answer
    /// is ignored.
    func pictureInPictureControllerDidCancelRestoreUserInterface(
        _ pictureInPictureController: PictureInPictureController)

    /// A swap is about to show this app's window; called before the restore.
    func pictureInPictureControllerWillEnterForeground(_ pictureInPictureController: PictureInPictureController)

    /// A swap has hidden this app's window.
    func pictureInPictureControllerDidEnterBackground(_ pictureInPictureController: PictureInPictureController)

    /// A call or the session's lock has hidden and paused Picture in Picture, or no longer does; or the compositor is
    /// gone and playback goes on, or the overlay is back.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didChangeSuspended isSuspended: Bool)

    /// The user has stashed the overlay at an edge of the screen, or brought it back.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didChangeStashed isStashed: Bool)

    /// An observable property has changed. A callback about the same change, if any, follows.
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

    /// Answers `false`; the app isn't asked again.
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
