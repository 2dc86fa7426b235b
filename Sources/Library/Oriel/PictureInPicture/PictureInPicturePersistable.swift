/// State of the app that outlives the view in Picture in Picture, above all its player: Pillarbox's protocol of the
/// same name. Main actor only.
@MainActor
public protocol PictureInPicturePersistable: AnyObject {
    /// Called when Picture in Picture is about to start, before the delegate's method; so are the others.
    func pictureInPictureWillStart()
    /// Called when Picture in Picture has started.
    func pictureInPictureDidStart()
    /// Called when Picture in Picture is about to stop.
    func pictureInPictureWillStop()
    /// Called when Picture in Picture has stopped, with or without a restore.
    func pictureInPictureDidStop()
}

extension PictureInPicturePersistable {
    /// The state of this type that is in Picture in Picture, or on its way in or out; nil if there is none.
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
