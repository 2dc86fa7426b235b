import OrielPictureInPicture
import OrielWindows

/// Whether there may be Picture in Picture, and the short way to it.
extension PlayerView {
    /// Picture in Picture as a ready-made player has it, without a delegate of the app's: Pillarbox's `supportsPictureInPicture(_:)`. The
    /// button among the controls lifts the picture, a playing one floats by itself when its window can be seen no longer, and each restore
    /// brings the window back. `allowsPictureInPicturePlayback` takes it away and gives it again.
    /// - Returns: the view's controller, which the view keeps and an app may give a delegate of its own; nil where there is no Picture in
    ///   Picture.
    @discardableResult
    public func enablePictureInPicture() -> PictureInPictureController? {
        guard !isClosed else { return nil }
        if let controller { return controller }
        guard let controller = PictureInPictureController(contentSource: .init(playerView: self)) else { return nil }
        let delegate = WindowRestorer()
        controller.delegate = delegate
        controller.canStartPictureInPictureAutomaticallyFromInline = true
        state.ready = ReadyPictureInPicture(controller: controller, delegate: delegate)
        return controller
    }

    /// What `enablePictureInPicture` made.
    struct ReadyPictureInPicture {
        let controller: PictureInPictureController
        let delegate: any PictureInPictureControllerDelegate
    }

    /// The window comes back by itself.
    private final class WindowRestorer: PictureInPictureControllerDelegate {
        func pictureInPictureController(
            _ pictureInPictureController: PictureInPictureController,
            restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
                @escaping @Sendable (Bool) -> Void
        ) { completionHandler(true) }
    }

    /// Something of this compositor can carry it, and the app allows it.
    var isSupported: Bool { allowsPictureInPicturePlayback && canFloat }

    /// Something of this compositor can carry it.
    var canFloat: Bool { application.desktop.canFloat(scene.options.pictureInPicture) }

    /// The app has allowed it, or does no longer: what floats comes back.
    func allowanceChanged() {
        // In the tv profile a stop of who isn't in it would end another's.
        if !allowsPictureInPicturePlayback, state.standing.report?.state ?? .idle != .idle { send(.stop) }
        tellSupport()
        listenForSilence()
        scene.refreshControls()
    }

    /// Tells the controller, where it knows otherwise. Who comes back because the app wants it is told once it is there.
    func tellSupport() {
        let isSupported = isSupported
        guard isSupported != state.standing.isSupported else { return }
        guard isSupported || !canFloat || state.standing.report?.state ?? .idle == .idle else { return }
        state.standing.isSupported = isSupported
        send(.supportChanged(isSupported))
    }
}
