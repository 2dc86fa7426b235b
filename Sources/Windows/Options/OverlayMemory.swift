public import OrielGeometry

/// A place where Picture in Picture was left on an output. Units are logical pixels.
public struct PictureInPicturePlace: Hashable, Sendable, Codable {
    /// The output's connector name (`wl_output.name`).
    public var output: String
    /// The corner that it is held by.
    public var corner: Corner
    /// How far it is from that corner's left or right edge, of what panels leave of the output.
    public var x: Int
    /// How far it is from that corner's upper or lower edge.
    public var y: Int
    /// How large it is.
    public var size: Size

    /// A place as it was told; nothing says that it lies on an output, and one of which nothing does is none.
    public init(output: String, corner: Corner, x: Int, y: Int, size: Size) {
        (self.output, self.corner, self.x, self.y, self.size) = (output, corner, x, y, size)
    }
}

/// What knows where people have left overlays, from one run to the next.
@MainActor
public protocol OverlayMemory: AnyObject {
    /// The place for a picture of this shape (width by height) on that one of these outputs where one was left last; one of another
    /// shape is refitted. Nil where nothing is remembered.
    func place(onAnyOf outputs: [String], aspectRatio: Double) -> PictureInPicturePlace?
    /// A person has left an overlay there. What swaps, panels and other windows do to its place isn't told.
    func remember(_ place: PictureInPicturePlace, aspectRatio: Double)
}

extension PictureInPicturePlace {
    /// Nil where the output is the compositor's secret.
    package init?(_ placement: Placement) {
        guard let output = placement.output else { return nil }
        let (corner, margins) = (placement.corner, placement.margins)
        self.init(
            output: output, corner: corner, x: corner.isLeft ? margins.left : margins.right,
            y: corner.isTop ? margins.top : margins.bottom, size: placement.size)
    }
}

extension Placement {
    /// Lengths that no screen has are nobody's.
    private static let lengths = -16_384...16_384

    /// Where it was left; nil for nonsense.
    package init?(_ place: PictureInPicturePlace) {
        guard place.size.width > 0, place.size.height > 0,
            [place.x, place.y, place.size.width, place.size.height].allSatisfy(Self.lengths.contains)
        else { return nil }
        let corner = place.corner
        let margins = EdgeInsets(
            top: corner.isTop ? place.y : 0, right: corner.isLeft ? 0 : place.x, bottom: corner.isTop ? 0 : place.y,
            left: corner.isLeft ? place.x : 0)
        self.init(output: place.output, corner: corner, margins: margins, size: place.size)
    }
}
