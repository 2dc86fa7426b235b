public import OrielGeometry
import OrielWaylandProtocols

/// A surface that belongs to another and moves, appears and goes with it (`wl_subsurface`, synchronised: what is committed
/// to it takes effect with its parent's next commit). It belongs to the connection's thread.
///
/// Order of the end: this, its surface; both before the parent's.
public final class Subsurface {
    /// What it shows; its input region is empty, so that its parent takes all input.
    public let surface: Surface
    private let object: WlSubsurface

    /// Makes a surface over `parent`, above the children that are there.
    /// - Returns: nil where the compositor has no `wl_subcompositor`, or the parent has ended.
    public init?(over parent: Surface) {
        guard let subcompositor = parent.globals.subcompositor, parent.isAlive else { return nil }
        surface = Surface(parent.globals)
        object = subcompositor.getSubsurface(surface: surface.object, parent: parent.object)
        surface.setInputRegion([])
    }

    deinit { destroy() }

    /// Where its upper left corner is on its parent, in logical pixels (`wl_subsurface.set_position`); takes effect with the
    /// parent's next commit.
    public func place(at point: Point) { object.setPosition(x: Int32(clamping: point.x), y: Int32(clamping: point.y)) }

    /// Puts it under another child of the same parent (`wl_subsurface.place_below`), from the parent's next commit on.
    public func place(below sibling: Subsurface) { object.placeBelow(sibling: sibling.surface.object) }

    /// What is committed to it takes effect at once from now on (`wl_subsurface.set_desync`); where it lies, as before.
    public func desynchronize() { object.setDesync() }

    /// Takes it off the screen at once. Harmless when repeated.
    public func destroy() {
        object.destroy()
        surface.destroy()
    }
}
