import OrielGeometry
import OrielWaylandProtocols

/// A Picture-in-Picture window on the fake compositor: where it is, and the configures that its client hasn't answered.
///
/// It does what KWin does (KDE/kwin, `src/xxpipv1window.cpp` at 1073df28, `src/wayland/xxpip_v1.cpp` at 0048aaa4): a
/// corner with a margin at first; its own size within the bounds; growth about the centre, or about the edges that
/// aren't dragged; no further than the usable area, and held at an edge that it was near.
final class FakePictureInPicture {
    let object: PictureInPictureRoleResource
    /// Its rectangle in the usable area; nil before it is mapped.
    private(set) var frame: Rect?
    /// Bounds that the client has acknowledged; nil without.
    private(set) var bounds: Size?
    /// Edges that a hand drags; empty while it moves the window, nil without a hand.
    private(set) var drag: Edges?
    /// The rectangle that a hand has made, for the next configures.
    private var asked: Rect?
    private var sent: [UInt32: Configure] = [:]
    private var answered: Configure?
    private var pendingOrigin: Int?
    private var pendingPart: Rect?

    private struct Configure {
        var bounds: Size?
        /// The rectangle that was asked for; nil leaves the size to the client.
        var rect: Rect?
        var edges: Edges
    }

    init(_ object: PictureInPictureRoleResource) { self.object = object }

    // MARK: Configures

    /// Sends the role's part of a configure.
    /// - Parameters:
    ///   - size: the size to ask for; nil is that of the window, or the client's choice.
    ///   - newBounds: bounds to send; nil sends none, and those that the client knows stay.
    func configure(serial: UInt32, size: Size?, bounds newBounds: Size?) {
        if let newBounds {
            object.sendConfigureBounds(
                width: Int32(clamping: newBounds.width), height: Int32(clamping: newBounds.height))
        }
        var rect = asked ?? frame
        if let size { rect = size.isEmpty ? nil : Rect(origin: rect?.origin ?? .zero, size: size) }
        let told = rect?.size ?? .zero
        object.sendConfigureSize(width: Int32(clamping: told.width), height: Int32(clamping: told.height))
        let known = newBounds ?? sent.max { $0.key < $1.key }?.value.bounds ?? bounds
        sent[serial] = Configure(bounds: known, rect: rect, edges: drag ?? [])
    }

    func acknowledge(_ serial: UInt32) {
        guard let configure = sent[serial] else { return }
        sent = sent.filter { $0.key > serial }
        bounds = configure.bounds
        answered = configure
    }

    // MARK: Commits

    func setOrigin(_ number: Int?) { pendingOrigin = number }
    func setOriginPart(_ rect: Rect) { pendingPart = rect.isEmpty ? nil : rect }

    /// Takes the origin over into the surface's state. Null and empty ones leave the previous one.
    func applyOrigin(to state: inout FakeSurface) {
        if let pendingOrigin { state.origin = pendingOrigin }
        if let pendingPart { state.originPart = pendingPart }
        (pendingOrigin, pendingPart) = (nil, nil)
    }

    /// Forgets the place, as a null buffer does.
    func reset() {
        (frame, asked, drag, answered, bounds) = (nil, nil, nil, nil, nil)
        sent = [:]
    }

    /// Places the window for a commit with a buffer of a size.
    func committed(_ size: Size, in area: Size, _ rules: FakeRules.PictureInPicture) {
        defer { answered = nil }
        let safe = Rect(
            x: rules.margin, y: rules.margin, width: area.width - 2 * rules.margin,
            height: area.height - 2 * rules.margin)
        guard let old = frame else {
            let corner = rules.homeCorner
            frame = Rect(
                x: corner.isLeft ? safe.x : safe.maxX - size.width,
                y: corner.isTop ? safe.y : safe.maxY - size.height, width: size.width, height: size.height)
            return
        }
        // A hand that moves it decides on its place.
        if drag == [] {
            frame = Rect(origin: old.origin, size: size)
            return
        }
        var new = Rect(origin: old.origin, size: size)
        if let answered, let rect = answered.rect {
            new = Self.rect(of: size, around: rect, dragged: answered.edges)
        } else if old.size != size {
            new = Self.rect(of: size, around: old, dragged: [])
        }
        new.x = min(max(0, new.x), max(0, area.width - new.width))
        new.y = min(max(0, new.y), max(0, area.height - new.height))
        let near = rules.margin / 2
        if abs(old.maxX - safe.maxX) < near { new.x = safe.maxX - new.width }
        if abs(old.x - safe.x) < near { new.x = safe.x }
        if abs(old.maxY - safe.maxY) < near { new.y = safe.maxY - new.height }
        if abs(old.y - safe.y) < near { new.y = safe.y }
        frame = new
        if let drag, !drag.isEmpty { asked = Self.rect(of: asked?.size ?? size, around: new, dragged: drag) }
    }

    /// A rectangle of a size whose edges opposite to the dragged ones, or else whose middle, is that of another.
    private static func rect(of size: Size, around rect: Rect, dragged edges: Edges) -> Rect {
        let x =
            edges.contains(.left)
            ? rect.maxX - size.width
            : edges.contains(.right) ? rect.x : rect.x + (rect.width - size.width) / 2
        let y =
            edges.contains(.top)
            ? rect.maxY - size.height
            : edges.contains(.bottom) ? rect.y : rect.y + (rect.height - size.height) / 2
        return Rect(x: x, y: y, width: size.width, height: size.height)
    }

    // MARK: Hands

    /// - Parameter edges: the edges that are dragged; empty moves the window.
    func beginDrag(_ edges: Edges) {
        drag = edges
        asked = edges.isEmpty ? nil : frame
    }

    /// Moves the hand. Returns whether the client has to be asked for another size.
    func drag(dx: Int, dy: Int) -> Bool {
        guard let drag, var frame else { return false }
        guard !drag.isEmpty else {
            frame.x += dx
            frame.y += dy
            self.frame = frame
            return false
        }
        var size = (asked ?? frame).size
        if drag.contains(.left) { size.width -= dx }
        if drag.contains(.right) { size.width += dx }
        if drag.contains(.top) { size.height -= dy }
        if drag.contains(.bottom) { size.height += dy }
        size = Size(width: max(1, size.width), height: max(1, size.height))
        asked = Self.rect(of: size, around: frame, dragged: drag)
        return true
    }

    /// The hand lets go. KWin then configures the window once more with the size that it has.
    func endDrag() {
        drag = nil
        asked = nil
    }
}
