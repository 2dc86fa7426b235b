/// What an app knows of what is played, which outlives the view that shows it while that is in Picture in Picture: its player
/// above all. Pillarbox's protocol of that name.
@MainActor
public protocol PictureInPicturePersistable: AnyObject {
    /// Picture in Picture begins. The delegate hears of it afterwards, as of the others.
    func pictureInPictureWillStart()
    /// The picture floats.
    func pictureInPictureDidStart()
    /// Picture in Picture ends.
    func pictureInPictureWillStop()
    /// The picture is gone, or back in its window.
    func pictureInPictureDidStop()
}

extension PictureInPicturePersistable {
    /// The one whose picture is in Picture in Picture, or on its way in or out; nil where there is none of this type.
    public static var persisted: Self? { PictureInPicture.shared.persisted(Self.self) }

    /// Does nothing.
    public func pictureInPictureWillStart() {}
    /// Does nothing.
    public func pictureInPictureDidStart() {}
    /// Does nothing.
    public func pictureInPictureWillStop() {}
    /// Does nothing.
    public func pictureInPictureDidStop() {}
}
