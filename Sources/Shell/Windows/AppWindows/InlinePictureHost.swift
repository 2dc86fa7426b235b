import OrielGeometry
import OrielSurfaces

/// The view's window, as a picture inside a surface of the app's uses it.
@MainActor
protocol InlinePictureHost: AnyObject {
    /// The sentence in place of a picture that floats; nil for the usual one.
    var placeholderText: String? { get }
    /// Place of the overlay that the picture is seen to go into, or to come from; nil if it isn't.
    var lift: Placement? { get }
    /// Lets a new picture in the app's surface show the player.
    func begin(_ picture: PictureSurface)
    /// Makes the input of a picture in the app's surface, which the app forwards.
    func makeInput(on picture: PictureSurface) -> InlineInput
    /// Keeps the screen on if it has to be, or no longer.
    func updateInhibitor()
}
