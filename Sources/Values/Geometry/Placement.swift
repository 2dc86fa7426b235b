/// Requested placement of a Picture-in-Picture surface: its size and its distance from one corner of an output's usable
/// area, in logical pixels.
public struct Placement: Hashable, Sendable, Codable {
    /// Connector name of the output (`wl_output.name`); nil lets the compositor choose.
    public var output: String?
    /// The corner that stays in place when the size changes.
    public var corner: Corner
    /// Distances from the edges; only the two at `corner` count.
    public var margins: EdgeInsets
    /// Size in logical pixels.
    public var size: Size

    /// Creates a placement, without a check that it lies on an output.
    public init(output: String? = nil, corner: Corner, margins: EdgeInsets, size: Size) {
        self.output = output
        self.corner = corner
        self.margins = margins
        self.size = size
    }

    /// Margin to the output's edges for a new overlay, in logical pixels.
    public static let defaultMargin = 20
    /// Minimum length of an overlay's shorter side, in logical pixels, if the area is large enough. The maximum is the
    /// whole area.
    public static let minimumSide = 64
    /// Maximum length of an output's side, in logical pixels.
    package static let longestSide = 65_536

    /// Returns the default placement: bottom right (bottom left for right-to-left text). Its shorter side is at most a
    /// quarter of the area's height, so that a portrait video is as large as the same one turned. It takes at most a
    /// third of the area's width and half of its height, unless the shorter side would be less than the minimum.
    /// - Parameter aspectRatio: width by height of the video as shown; invalid values count as 16:9.
    public static func initial(aspectRatio: Double, in area: Size, isRightToLeft: Bool = false) -> Placement {
        let ratio = feasible(aspectRatio.isFinite && aspectRatio > 0 ? aspectRatio : 16 / 9, in: area)
        let wanted = min(
            Double(area.height) / 4 / min(1, ratio), Double(area.height) / 2, Double(area.width) / 3 / ratio)
        let height = max(wanted, Double(leastSide(in: area)) / min(1, ratio))
        let corner = isRightToLeft ? Corner.bottomLeft : .bottomRight
        return Placement(
            corner: corner, margins: Self.margins(of: corner, x: defaultMargin, y: defaultMargin),
            size: Size(width: max(1, Int((height * ratio).rounded())), height: max(1, Int(height.rounded()))))
    }

    /// Returns the rectangle in `area`'s coordinates.
    public func rect(in area: Size) -> Rect {
        Rect(
            x: corner.isLeft ? margins.left : area.width - margins.right - size.width,
            y: corner.isTop ? margins.top : area.height - margins.bottom - size.height, width: size.width,
            height: size.height)
    }

    /// Creates the placement of `rect`, held by its nearest corner.
    public init(rect: Rect, in area: Size, output: String? = nil) {
        let corner = Corner(
            isTop: rect.y + rect.maxY <= area.height, isLeft: rect.x + rect.maxX < area.width)
        self.init(rect: rect, holding: corner, in: area, output: output)
    }

    /// Creates the placement of `rect`, held by a given corner.
    public init(rect: Rect, holding corner: Corner, in area: Size, output: String? = nil) {
        self.init(
            output: output, corner: corner,
            margins: Self.margins(
                of: corner, x: corner.isLeft ? rect.x : area.width - rect.maxX,
                y: corner.isTop ? rect.y : area.height - rect.maxY), size: rect.size)
    }

    /// Returns the placement moved, and if necessary shrunk, into `area`.
    public func clamped(to area: Size) -> Placement {
        var rect = rect(in: area)
        rect.width = min(rect.width, area.width)
        rect.height = min(rect.height, area.height)
        rect.x = min(max(0, rect.x), area.width - rect.width)
        rect.y = min(max(0, rect.y), area.height - rect.height)
        return Placement(rect: rect, holding: corner, in: area, output: output)
    }

    /// Returns the placement adapted to another video's aspect ratio, inside `area` and the limits of `initial`
    /// (contract case 102). It keeps the height, or the area if one of the two is higher than wide, so that a portrait
    /// video is as large as a landscape one; and the right edge if that was at the margin of a right corner. A
    /// placement entirely outside `area`, such as one stored for a larger output, becomes the default one (case 101).
    public func refitted(aspectRatio: Double, in area: Size, isRightToLeft: Bool = false) -> Placement {
        guard rect(in: area).intersection(Rect(origin: .zero, size: area)) != nil else {
            var first = Placement.initial(aspectRatio: aspectRatio, in: area, isRightToLeft: isRightToLeft)
            first.output = output
            return first.clamped(to: area)
        }
        guard aspectRatio.isFinite, aspectRatio > 0 else { return clamped(to: area) }
        let ratio = Self.feasible(aspectRatio, in: area)
        let leastHeight = Int((Double(Self.leastSide(in: area)) / min(1, ratio)).rounded())
        var height = min(max(height(for: ratio), leastHeight), area.height)
        var width = Int((Double(height) * ratio).rounded())
        if width > area.width {
            width = area.width
            height = max(1, Int((Double(width) / ratio).rounded()))
        }
        var result = self
        result.size = Size(width: max(1, width), height: max(1, height))
        return result.clamped(to: area)
    }

    /// Height with another video's aspect ratio.
    private func height(for ratio: Double) -> Int {
        let isSame = abs(Double(size.width) - Double(size.height) * ratio) <= 1
        guard !isSame, !size.isEmpty, min(ratio, Double(size.width) / Double(size.height)) < 1 else {
            return size.height
        }
        let area = Double(size.width) * Double(size.height)
        return Int(min((area / ratio).squareRoot(), Double(Self.longestSide)).rounded())
    }

    /// Returns the placement resized to `width`, within the minimum size and the room in the area. Keeps the aspect
    /// ratio and the held corner's position.
    public func resized(width: Int, in area: Size) -> Placement {
        let ratio = Self.feasible(Double(max(1, size.width)) / Double(max(1, size.height)), in: area)
        let held = rect(in: area)
        let roomX = corner.isLeft ? area.width - held.x : held.maxX
        let roomY = corner.isTop ? area.height - held.y : held.maxY
        let least = Int((Double(Self.leastSide(in: area)) * max(1, ratio)).rounded())
        var newWidth = min(max(width, least), max(1, roomX))
        var newHeight = Int((Double(newWidth) / ratio).rounded())
        if newHeight > roomY {
            newHeight = max(1, roomY)
            newWidth = max(1, Int((Double(newHeight) * ratio).rounded()))
        }
        var result = self
        result.size = Size(width: newWidth, height: max(1, newHeight))
        return result
    }

    /// Returns the largest placement within `size` with this aspect ratio; the held corner stays in place.
    public func resized(within size: Size, aspectRatio: Double, in area: Size) -> Placement {
        let ratio = aspectRatio.isFinite && aspectRatio > 0 ? aspectRatio : 16 / 9
        let size = size.limited(to: Size(width: Self.longestSide, height: Self.longestSide))
        var result = self
        result.size = Size(width: 1000, height: max(1, Int((1000 / ratio).rounded())))
        return result.resized(width: Int(min(Double(size.width), Double(size.height) * ratio).rounded()), in: area)
    }

    /// Returns a placement that doesn't cover `other`: moved to the corner on the same height, else above or below,
    /// else anywhere, and shrunk if necessary.
    public func beside(_ other: Placement, in area: Size) -> Placement {
        guard other.output == output || other.output == nil || output == nil else { return self }
        let taken = other.rect(in: area)
        guard rect(in: area).intersection(taken) != nil else { return self }
        let corners = [
            Corner(isTop: other.corner.isTop, isLeft: !other.corner.isLeft),
            Corner(isTop: !other.corner.isTop, isLeft: other.corner.isLeft), other.corner.opposite,
        ]
        for width in stride(from: size.width, through: min(size.width, Self.minimumSide), by: -max(1, size.width / 16))
        {
            for corner in corners {
                let candidate = moved(to: corner).resized(width: width, in: area).clamped(to: area)
                if candidate.rect(in: area).intersection(taken) == nil { return candidate }
            }
        }
        return self
    }

    /// Minimum length of the shorter side in an area: `minimumSide`, or less if the area is smaller.
    private static func leastSide(in area: Size) -> Int { max(1, min(minimumSide, area.width, area.height)) }

    /// Returns the nearest aspect ratio whose overlay fits the area with both sides at least `leastSide`. A video of
    /// one pixel by thousands thus gets bars instead of an overlay too thin to grasp.
    private static func feasible(_ aspectRatio: Double, in area: Size) -> Double {
        let least = Double(leastSide(in: area))
        return min(max(aspectRatio, least / Double(max(1, area.height))), Double(max(1, area.width)) / least)
    }

    /// Returns the placement at another corner, with default margins.
    public func moved(to corner: Corner) -> Placement {
        Placement(
            output: output, corner: corner,
            margins: Self.margins(of: corner, x: Self.defaultMargin, y: Self.defaultMargin),
            size: size)
    }

    package static func margins(of corner: Corner, x: Int, y: Int) -> EdgeInsets {
        EdgeInsets(
            top: corner.isTop ? y : 0, right: corner.isLeft ? 0 : x, bottom: corner.isTop ? 0 : y,
            left: corner.isLeft ? x : 0)
    }
}
