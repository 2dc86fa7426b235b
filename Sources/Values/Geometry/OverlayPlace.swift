/// Position of an overlay, as changed by drags, commands and the desktop: placement, stash at a side, and lock against
/// clicks. Pure. The overlay always stays reachable: inside the area, or with a tab of it while it is stashed or
/// dragged.
public struct OverlayPlace: Hashable, Sendable {
    /// The area that an overlay can be placed in.
    public struct Surroundings: Hashable, Sendable {
        /// Size of the output's usable area, without panels.
        public var area: Size
        /// Edges without an adjacent output, on which the rest of an overlay would be visible.
        public var openEdges: Edges

        /// Creates surroundings; by default a single output without neighbours.
        public init(area: Size, openEdges: Edges = [.left, .right, .top, .bottom]) {
            self.area = area
            self.openEdges = openEdges
        }
    }

    /// Share of the width beyond a side from which a released overlay is stashed; reachable for a drag of its middle.
    private static let stashShare = 0.4

    /// Placement of the whole overlay: now, or once it is no longer stashed.
    public private(set) var home: Placement
    /// Side at which the overlay is stashed; nil if it isn't.
    public private(set) var stash: Placement.Side?
    /// True if clicks pass through the overlay.
    public private(set) var isLocked = false
    /// Placement chosen by a person; nil if none was.
    public private(set) var chosen: Placement?
    private var hold: Hold?

    /// A drag in progress.
    private struct Hold: Hashable, Sendable {
        var drag: PlacementDrag
        var current: Placement
        let isResizing: Bool
    }

    /// Creates a value for a valid placement.
    public init(_ home: Placement) { self.home = home }

    /// Returns the placement to show now.
    public func shown(in surroundings: Surroundings) -> Placement {
        hold?.current ?? stash.map { home.stashed(at: $0, in: surroundings.area) } ?? home
    }

    /// True while the overlay is dragged or resized.
    public var isHeld: Bool { hold != nil }

    /// Placement reported to others. Never that of the stash, since a player that takes the place over isn't stashed.
    public var told: Placement { hold?.current ?? home }

    // MARK: Drags

    /// Begins a drag from the placement seen on the screen, which may be within an animation.
    /// - Parameter edges: edges to resize by; an empty set moves the overlay.
    public mutating func take(_ seen: Placement, edges: Edges, in surroundings: Surroundings) {
        letGo(in: surroundings)
        guard !isLocked else { return }
        let isResizing = !edges.isEmpty && stash == nil
        let drag =
            isResizing
            ? PlacementDrag(resizing: seen, by: edges, in: surroundings.area) : PlacementDrag(moving: seen)
        hold = Hold(drag: drag, current: seen, isResizing: isResizing)
    }

    /// Continues the drag by a distance in logical pixels.
    public mutating func drag(dx: Double, dy: Double, in surroundings: Surroundings) {
        guard var hold else { return }
        hold.current = hold.drag.move(
            dx: dx, dy: dy, in: surroundings.area, beyond: surroundings.openEdges)
        self.hold = hold
    }

    /// Returns the middle of the dragged overlay as if the area didn't limit it, to detect a drag to another output.
    /// Nil without a drag, or if it resizes.
    public func heldMiddle(in surroundings: Surroundings) -> Point? {
        guard let hold, !hold.isResizing else { return nil }
        let rect = hold.drag.free(in: surroundings.area)
        return Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
    }

    /// Moves the drag to another output.
    /// - Parameter offset: from the new output's origin to the old one's.
    public mutating func carry(
        to output: String, by offset: Point, from old: Surroundings, to new: Surroundings
    ) {
        home = Placement(rect: home.rect(in: old.area), in: new.area, output: output).clamped(to: new.area)
        stash = nil
        guard var hold else { return }
        hold.drag = hold.drag.carried(to: output, by: offset, from: old.area, to: new.area)
        self.hold = hold
        drag(dx: 0, dy: 0, in: new)
    }

    /// Ends the drag. A slow one leaves the overlay in place, a fast one throws it. An overlay dragged or thrown beyond
    /// a side is stashed there.
    /// - Parameter snaps: true to move into a corner, whatever the velocity.
    public mutating func release(_ velocity: Velocity, snaps: Bool = false, in surroundings: Surroundings) {
        guard let hold else { return }
        self.hold = nil
        defer { chosen = home }
        let (area, place) = (surroundings.area, hold.current)
        guard !hold.isResizing else { return home = place.clamped(to: area).heldByNearestCorner(in: area) }
        let thrown = place.thrown(velocity, in: area)
        if let side = side(of: place, thrown: thrown != nil ? velocity : .zero, in: surroundings) {
            stash = side
            home = place.unstashed(from: side, in: area)
            return
        }
        stash = nil
        if snaps {
            home = place.snapped(dx: hold.drag.distance.x, dy: hold.drag.distance.y, in: area)
        } else {
            home = thrown ?? place.clamped(to: area).heldByNearestCorner(in: area)
        }
    }

    /// Returns the side at which a release here stashes the overlay; nil if none.
    private func side(
        of place: Placement, thrown velocity: Velocity, in surroundings: Surroundings
    ) -> Placement.Side? {
        Placement.Side.allCases.first { side in
            let overhang = place.overhang(at: side, in: surroundings.area)
            let isThrown = abs(velocity.x) > abs(velocity.y) && (velocity.x < 0) == (side == .left)
            return surroundings.openEdges.contains(side.edge)
                && (overhang >= Self.stashShare || overhang > 0 && isThrown)
        }
    }

    // MARK: Commands

    /// Moves to a placement, or as near to it as the area allows.
    public mutating func move(to place: Placement, in surroundings: Surroundings) {
        letGo(in: surroundings)
        stash = nil
        defer { chosen = home }
        home = place.clamped(to: surroundings.area).heldByNearestCorner(in: surroundings.area)
    }

    /// Moves the upper left corner to a point, as in `move(to:in:)`.
    public mutating func move(to origin: Point, in surroundings: Surroundings) {
        let area = surroundings.area
        // Far beyond any screen only the direction counts.
        func limited(_ value: Int) -> Int { min(max(value, -1_000_000), 1_000_000) }
        let rect = Rect(origin: Point(x: limited(origin.x), y: limited(origin.y)), size: home.size)
        move(to: Placement(rect: rect, in: area, output: home.output), in: surroundings)
    }

    /// Resizes the overlay; the function returns the new placement. Does nothing during a drag.
    public mutating func resize(_ body: (Placement) -> Placement) {
        guard hold == nil else { return }
        home = body(home)
        chosen = home
    }

    /// Stashes the overlay at the nearest open side.
    /// - Returns: false if no side is open.
    @discardableResult
    public mutating func putAway(in surroundings: Surroundings) -> Bool {
        letGo(in: surroundings)
        guard stash == nil else { return true }
        let rect = home.rect(in: surroundings.area)
        let isLeft = rect.x + rect.maxX < surroundings.area.width
        let sides: [Placement.Side] = isLeft ? [.left, .right] : [.right, .left]
        guard let side = sides.first(where: { surroundings.openEdges.contains($0.edge) }) else { return false }
        stash = side
        return true
    }

    /// Ends the stash: returns to the former placement.
    public mutating func bringBack(in surroundings: Surroundings) {
        letGo(in: surroundings)
        stash = nil
    }

    /// Sets whether clicks pass through the overlay.
    public mutating func setLocked(_ isLocked: Bool, in surroundings: Surroundings) {
        if isLocked { letGo(in: surroundings) }
        self.isLocked = isLocked
    }

    /// Ends a drag without velocity, because its device is gone or something else moves the overlay.
    public mutating func letGo(in surroundings: Surroundings) { release(.zero, in: surroundings) }

    /// Ends a drag as if it had not been: the overlay is where it was before.
    public mutating func cancelHold() { hold = nil }

    /// Returns the same state at another home.
    public func moved(to home: Placement) -> OverlayPlace {
        var result = self
        result.home = home
        return result
    }

    // MARK: The desktop

    /// Adapts to a new area or aspect ratio. Does nothing during a drag.
    public mutating func fit(aspectRatio: Double, isRightToLeft: Bool = false, in surroundings: Surroundings) {
        guard hold == nil else { return }
        home = home.refitted(aspectRatio: aspectRatio, in: surroundings.area, isRightToLeft: isRightToLeft)
        if let side = stash, !surroundings.openEdges.contains(side.edge) { stash = nil }
    }

    /// Sets the placement for a swap or the compositor, not for a person.
    public mutating func put(_ place: Placement) {
        hold = nil
        stash = nil
        home = place
    }
}
