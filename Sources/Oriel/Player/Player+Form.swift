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
}
