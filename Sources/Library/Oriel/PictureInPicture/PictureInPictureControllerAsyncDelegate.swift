/// Delegate that restores its user interface with an `async` method. Conform to this instead of
/// `PictureInPictureControllerDelegate`. Main actor only.
@MainActor
public protocol PictureInPictureControllerAsyncDelegate: PictureInPictureControllerDelegate {
    /// Restores the user interface that Picture in Picture started from, and returns `true`; or returns `false`, which
    /// ends Picture in Picture without a window. Not called if Picture in Picture ended before this could run.
    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ pictureInPictureController: PictureInPictureController
    ) async -> Bool
}

extension PictureInPictureControllerAsyncDelegate {
    /// Calls `pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(_:)` and passes its result to the
    /// handler; passes false if Picture in Picture ended before it could run.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        let token = pictureInPictureController.currentRestore
        Task { @MainActor [weak self, weak pictureInPictureController] in
            guard let self, let pictureInPictureController,
                pictureInPictureController.currentRestore == token
            else { return completionHandler(false) }
            completionHandler(
                await self.pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
                    pictureInPictureController))
        }
    }
}
