/// A delegate that restores its user interface with an `async` method. Conform to this instead of
/// `PictureInPictureControllerDelegate`.
@MainActor
public protocol PictureInPictureControllerAsyncDelegate: PictureInPictureControllerDelegate {
    /// Bring back the user interface that the picture came from, then return `true`; or `false`, which ends Picture in
    /// Picture without a return. Not called for a session that ended before this could run.
    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ pictureInPictureController: PictureInPictureController
    ) async -> Bool
}

extension PictureInPictureControllerAsyncDelegate {
    /// Awaits `pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(_:)` and answers what that returns; no
    /// for a session that ended before it could run.
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
