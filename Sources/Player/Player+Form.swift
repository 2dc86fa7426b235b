import OrielTransport

/// How a player's picture sits in its surfaces.
extension Player {
    /// At once, also on a picture that stands. Picture in Picture has the shape that it gives the picture.
    public var pictureForm: PictureForm {
        get { form }
        set {
            guard newValue != form else { return }
            form = newValue
            reform()
            notify(.form)
        }
    }

    /// Whether interlaced video, where its frames are flagged so, is shown field by field, each as a whole picture; a picture
    /// that stands is made anew. Frames that an app makes are shown as they are.
    public var deinterlaces: Bool {
        get { source.deinterlaces }
        set {
            guard newValue != source.deinterlaces else { return }
            source.deinterlaces = newValue
            let state = source.state
            if isPaused, state.isSeekable, !state.isSoundOnly, !state.isStill { seek(to: position) }
            notify(.form)
        }
    }
}
