/// Sizes of a window that keeps its shape while its compositor limits it and suggests sizes. Pure.
public struct AspectLock: Hashable, Sendable {
    /// Width by height to keep.
    public let aspectRatio: Double
    /// Largest size allowed, in logical pixels; nil without a limit.
    public let bounds: Size?

    /// Creates a lock.
    /// - Parameters:
    ///   - shape: a size with the aspect ratio to keep; an empty one counts as 16:9.
    ///   - bounds: the largest size allowed; an empty one is no limit.
    public init(_ shape: Size, within bounds: Size?) {
        let longest = Double(Placement.longestSide)
        let ratio = shape.isEmpty ? 16 / 9 : Double(shape.width) / Double(shape.height)
        aspectRatio = min(max(ratio, 1 / longest), longest)
        self.bounds = bounds.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the largest size with the aspect ratio inside a size and the bounds. Its shorter side is at least
    /// `Placement.minimumSide`, unless the bounds forbid that; no side is shorter than 1.
    public func fitted(in size: Size) -> Size {
        let size = size.limited(to: Size(width: Placement.longestSide, height: Placement.longestSide))
        return shaped(ofWidth: min(Double(size.width), Double(size.height) * aspectRatio))
    }

    /// Returns a size that has the shape already, unless the bounds forbid it.
    public func kept(_ size: Size) -> Size {
        guard let bounds else { return size }
        return size.width <= bounds.width && size.height <= bounds.height ? size : fitted(in: size)
    }

    /// Returns whether a size has the aspect ratio, up to rounding.
    public func hasShape(_ size: Size) -> Bool {
        abs(Double(size.width) - Double(size.height) * aspectRatio) <= max(1, aspectRatio)
    }

    /// Returns whether a size reaches the bounds; false without any.
    public func isFilled(by size: Size) -> Bool {
        bounds.map { size.width >= $0.width || size.height >= $0.height } ?? false
    }

    /// The largest size within the bounds; the default without any.
    public var largest: Size { fitted(in: bounds ?? Size(width: 320, height: 180)) }

    /// Returns the answer to a size that the compositor asks for.
    ///
    /// While the user drags an edge, the side that the edge changes decides; while the user drags a corner, the side
    /// that differs more. The other side follows, so that the window grows although only one side was asked to.
    /// - Parameters:
    ///   - asked: the size asked for.
    ///   - start: the size at the beginning of the drag.
    ///   - edges: the dragged edges; empty outside of drags.
    public func answer(to asked: Size, draggedFrom start: Size, by edges: Edges) -> Size {
        guard !asked.isEmpty, !start.isEmpty else { return fitted(in: asked) }
        let (x, y) = (Double(asked.width) / Double(start.width), Double(asked.height) / Double(start.height))
        let isWide = !edges.isDisjoint(with: [.left, .right])
        let isHigh = !edges.isDisjoint(with: [.top, .bottom])
        switch (isWide, isHigh) {
        case (true, false): return shaped(ofWidth: Double(asked.width))
        case (false, true): return shaped(ofWidth: Double(asked.height) * aspectRatio)
        case (true, true):
            return shaped(ofWidth: abs(x - 1) >= abs(y - 1) ? Double(asked.width) : Double(asked.height) * aspectRatio)
        case (false, false): return fitted(in: asked)
        }
    }

    private func shaped(ofWidth wanted: Double) -> Size {
        let least = Double(Placement.minimumSide) * max(1, aspectRatio)
        var width = min(max(wanted, least), Double(Placement.longestSide))
        if let bounds { width = min(width, Double(bounds.width), Double(bounds.height) * aspectRatio) }
        let size = Size(width: Int(width.rounded()), height: Int((width / aspectRatio).rounded()))
        let limit = Size(width: Placement.longestSide, height: Placement.longestSide)
        return size.limited(to: bounds?.limited(to: limit) ?? limit)
    }
}
