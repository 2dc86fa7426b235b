import OrielPictureInPicture

/// Whether there may be Picture in Picture.
extension PlayerView {
    /// Something of this compositor can carry it, and the app allows it.
    var isSupported: Bool { allowsPictureInPicturePlayback && canFloat }

    /// Something of this compositor can carry it.
    var canFloat: Bool { application.desktop.canFloat(scene.options.pictureInPicture) }

    /// The app has allowed it, or does no longer: what floats comes back.
    func allowanceChanged() {
        // In the tv profile a stop of who isn't in it would end another's.
        if !allowsPictureInPicturePlayback, standing.report?.state ?? .idle != .idle { send(.stop) }
        tellSupport()
        listenForSilence()
        scene.refreshControls()
    }

    /// Tells the controller, where it knows otherwise. Who comes back because the app wants it is told once it is there.
    func tellSupport() {
        let isSupported = isSupported
        guard isSupported != standing.isSupported else { return }
        guard isSupported || !canFloat || standing.report?.state ?? .idle == .idle else { return }
        standing.isSupported = isSupported
        send(.supportChanged(isSupported))
    }
}
