public import OrielGeometry

/// A place where the user left Picture in Picture on an output. Lengths are logical pixels.
public struct PictureInPicturePlace: Hashable, Sendable, Codable {
    /// The output's connector name (`wl_output.name`).
    public var output: String
    /// The corner that the place is measured from.
    public var corner: Corner
    /// Distance from the corner's left or right edge of the output's usable area (without panels).
    public var x: Int
    /// Distance from the corner's upper or lower edge of the usable area.
    public var y: Int
    /// Size of the overlay.
    public var size: Size

    /// Creates a place. Nothing checks that it lies on the output; a place that lies entirely beyond it is ignored.
    public init(output: String, corner: Corner, x: Int, y: Int, size: Size) {
        (self.output, self.corner, self.x, self.y, self.size) = (output, corner, x, y, size)
    }
}

/// Storage for the places where users left overlays, from one run to the next.
@MainActor
public protocol OverlayMemory: AnyObject {
    /// Returns the place that was remembered last on one of these outputs, for a picture of this shape (width divided
    /// by height). A place of another shape is refitted. nil if nothing is remembered.
    func place(onAnyOf outputs: [String], aspectRatio: Double) -> PictureInPicturePlace?
    /// Stores the place where the user left an overlay. It isn't called when swaps, panels or other windows move it.
    func remember(_ place: PictureInPicturePlace, aspectRatio: Double)
}

extension PictureInPicturePlace {
    /// Makes a place; nil if the compositor doesn't reveal the output.
    package init?(_ placement: Placement) {
        guard let output = placement.output else { return nil }
        let (corner, margins) = (placement.corner, placement.margins)
        self.init(
            output: output, corner: corner, x: corner.isLeft ? margins.left : margins.right,
            y: corner.isTop ? margins.top : margins.bottom, size: placement.size)
    }
}

extension Placement {
    /// Plausible lengths, in logical pixels; others are refused.
    private static let lengths = -16_384...16_384

    /// Makes the placement of a remembered place; nil if its numbers are implausible.
    package init?(_ place: PictureInPicturePlace) {
        guard place.size.width > 0, place.size.height > 0,
            [place.x, place.y, place.size.width, place.size.height].allSatisfy(Self.lengths.contains)
        else { return nil }
        self.init(
            output: place.output, corner: place.corner, margins: Self.margins(of: place.corner, x: place.x, y: place.y),
            size: place.size)
    }
}
