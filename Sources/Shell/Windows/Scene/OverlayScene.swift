package import OrielGeometry
import OrielPlatform
package import OrielSurfaces

/// The floating surface of one player in Picture in Picture, and its place on its output, which is kept while it is
/// gone.
@MainActor
package final class OverlayScene {
    unowned let scene: PlayerScene

    package var floating: FloatingSurface? {
        didSet { if floating !== oldValue { followVisibility() } }
    }
    /// The overlay's place now, or its last one; kept while it is off.
    package var overlayPlace: OverlayPlace?
    /// Whether the next overlay begins where the options say, instead of at the last place.
    var startsAnew = false
    /// The place and state of an overlay whose connection was lost, until it returns; nil otherwise.
    var keptPlace: OverlayPlace?
    /// Name of the output that the overlay was on and that the new compositor has not; the overlay goes there when it
    /// comes.
    var missedOutput: String?
    /// The first place, by the area that was known then, until the overlay is revealed; nil for a wanted or remembered
    /// place.
    var unseenFirstPlace: Placement?
    /// Name of the options' output that was reported as missing.
    var missingOutput: String?
    /// The place that was chosen before the picture's shape was known; nil once it is, and for any other place.
    var blindPlace: Placement?
    /// Places of other overlays, which a new overlay avoids.
    package var neighbours: [Placement] = []
    var keyboard = KeyboardClaim()
    /// The app's memory of places.
    package var memory: (any OverlayMemory)?
    /// Width by height of the picture shown last.
    var pictureShape: Double?
    /// Moves the overlay away from the pointer, if the options say so.
    package var dodge = Dodge()
    /// Whether the overlay is faded for what lies below, and the timer of its end.
    var peek = Peek()
    let peekTimer = LoopTimer()
    /// The panel over the picture, and the overlay's place without it; nil for none.
    package internal(set) var panel: (shown: ContentOverlay, place: Placement)?
    private var call: (content: VideoCallContent?, frame: ((Size) -> Rect)?) = (nil, nil)
    /// A call's content, in the place of the picture.
    package var callContent: VideoCallContent? { call.content }
    /// Returns the call content's place in a window of a size, before it floats; nil for the picture's place.
    var callFrame: ((Size) -> Rect)? { call.frame }
    /// Runs when the compositor closes the floating surface.
    var onClosed: () -> Void = {}
    /// Follows whether the overlay can be seen, if `isWatched`.
    var watch: WindowWatch?
    /// Whether it matters that the overlay is seen: its sound must not be heard alone.
    package var isWatched = false {
        didSet { if isWatched != oldValue { followVisibility() } }
    }
    package internal(set) var input: SurfaceInput?
    /// The floating surface on another output that is to take this one's place.
    package var arrival: OverlayArrival?
    /// The floating surface that fades away.
    let departure = Departure()
    var grip: OverlayGrip?

    var window: PlayerWindow? { scene.window }
    var isCovered: Bool { scene.windowScene.isCovered }

    init(_ scene: PlayerScene) { self.scene = scene }

    /// Something else than the picture is to be seen in Picture in Picture.
    package func setCallContent(_ content: VideoCallContent?, from frame: ((Size) -> Rect)? = nil) {
        call = (content, frame)
        content?.sublayers.onChange = { [weak self] in self?.showSublayers() }
        content?.onResize = { [weak self] in self?.callContentChanged() }
    }
}
