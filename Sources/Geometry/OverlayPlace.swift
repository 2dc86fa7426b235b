/// The place of an overlay, as hands, commands and the desktop change it: where it stands, how large it is, whether it is put
/// away at a side, whether clicks go through it. Pure. Whatever comes, it stays in reach: inside the area as a whole, or with
/// a tab of it while it is put away or a hand holds it.
public struct OverlayPlace: Hashable, Sendable {
    /// What it stands on.
    public struct Surroundings: Hashable, Sendable {
        /// What panels leave of its output.
        public var area: Size
        /// The edges beyond which there is no other output, on which the rest of a picture would be seen.
        public var openEdges: Edges

        /// One output alone, unless edges are told at which another begins.
        public init(area: Size, openEdges: Edges = [.left, .right, .top, .bottom]) {
            self.area = area
            self.openEdges = openEdges
        }
    }

    /// So much of its width beyond a side is put away when it is let go, which a hand that took it in the middle can reach.
    private static let stashShare = 0.4

    /// Where it is as a whole: now, or once it comes back.
    public private(set) var home: Placement
    /// The side at which it is put away.
    public private(set) var stash: Placement.Side?
    /// Clicks go through it.
    public private(set) var isLocked = false
    /// Where a person wanted it, as a whole; nil where nobody said.
    public private(set) var chosen: Placement?
    private var hold: Hold?

    /// A hand on it.
    private struct Hold: Hashable, Sendable {
        var drag: PlacementDrag
        var current: Placement
        let isResizing: Bool
    }

    /// At a place that is known to be good.
    public init(_ home: Placement) { self.home = home }

    /// Where it is to be now.
    public func shown(in surroundings: Surroundings) -> Placement {
        hold?.current ?? stash.map { home.stashed(at: $0, in: surroundings.area) } ?? home
    }

    /// A hand drags or resizes it.
    public var isHeld: Bool { hold != nil }

    /// What others are told of where it is: never that it is put away, for what takes its place isn't.
    public var told: Placement { hold?.current ?? home }

    // MARK: Hands

    /// A hand takes hold of it where it is seen to be, on its way to another place too.
    /// - Parameter edges: those that are pulled at; none moves it.
    public mutating func take(_ seen: Placement, edges: Edges, in surroundings: Surroundings) {
        letGo(in: surroundings)
        guard !isLocked else { return }
        let isResizing = !edges.isEmpty && stash == nil
        let drag =
            isResizing
            ? PlacementDrag(resizing: seen, by: edges, in: surroundings.area) : PlacementDrag(moving: seen)
        hold = Hold(drag: drag, current: seen, isResizing: isResizing)
    }

    /// The hand went on.
    public mutating func drag(dx: Double, dy: Double, in surroundings: Surroundings) {
        guard var hold else { return }
        hold.current = hold.drag.move(
            dx: dx, dy: dy, in: surroundings.area, beyond: surroundings.openEdges)
        self.hold = hold
    }

    /// The middle of what a hand moves, as if nothing kept it in the area: where it is on another output, it is meant to be
    /// there.
    public func heldMiddle(in surroundings: Surroundings) -> Point? {
        guard let hold, !hold.isResizing else { return nil }
        let rect = hold.drag.free(in: surroundings.area)
        return Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
    }

    /// A hand carries it to another output.
    /// - Parameter offset: from that output's origin to the one's where it is.
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

    /// The hand lets go. A slow one leaves it where it is, if that is inside; one that throws it sends it to where it was
    /// thrown, and what it has drawn or thrown beyond a side is put away there.
    /// - Parameter snaps: into a corner, whatever the velocity.
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

    /// Where it is put away when it is let go here.
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

    /// To a place in the area, as near as it can be.
    public mutating func move(to place: Placement, in surroundings: Surroundings) {
        letGo(in: surroundings)
        stash = nil
        defer { chosen = home }
        home = place.clamped(to: surroundings.area).heldByNearestCorner(in: surroundings.area)
    }

    /// As `move(to:in:)`, by its upper left corner.
    public mutating func move(to origin: Point, in surroundings: Surroundings) {
        let area = surroundings.area
        // Beyond any screen, only the direction counts.
        func limited(_ value: Int) -> Int { min(max(value, -1_000_000), 1_000_000) }
        let rect = Rect(origin: Point(x: limited(origin.x), y: limited(origin.y)), size: home.size)
        move(to: Placement(rect: rect, in: area, output: home.output), in: surroundings)
    }

    /// Another size, which keeps the corner it is held by; as near as it can be.
    public mutating func resize(_ body: (Placement) -> Placement) {
        guard hold == nil else { return }
        home = body(home)
        chosen = home
    }

    /// Puts it away at the nearest side that is open.
    /// - Returns: false where none is.
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

    /// Brings it back to where it was.
    public mutating func bringBack(in surroundings: Surroundings) {
        letGo(in: surroundings)
        stash = nil
    }

    /// Whether clicks are to go through it.
    public mutating func setLocked(_ isLocked: Bool, in surroundings: Surroundings) {
        if isLocked { letGo(in: surroundings) }
        self.isLocked = isLocked
    }

    /// The hand is gone, or something else counts now.
    public mutating func letGo(in surroundings: Surroundings) { release(.zero, in: surroundings) }

    // MARK: The desktop

    /// The area, or the picture, has another shape. A hand that holds it keeps it.
    public mutating func fit(aspectRatio: Double, isRightToLeft: Bool = false, in surroundings: Surroundings) {
        guard hold == nil else { return }
        home = home.refitted(aspectRatio: aspectRatio, in: surroundings.area, isRightToLeft: isRightToLeft)
        if let side = stash, !surroundings.openEdges.contains(side.edge) { stash = nil }
    }

    /// Something else than a person says where it is to be: a swap, or the compositor.
    public mutating func put(_ place: Placement) {
        hold = nil
        stash = nil
        home = place
    }
}
