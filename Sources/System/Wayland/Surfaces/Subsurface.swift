public import OrielGeometry
import OrielWaylandProtocols

/// A child surface that moves, appears and disappears with its parent (`wl_subsurface`). It begins synchronised: its
/// commits take effect with the parent's next commit. It belongs to the connection's thread.
///
/// Order of destruction: this, its surface, then the parent's surface.
public final class Subsurface {
    /// The child surface. Its input region is empty, so its parent gets all input.
    public let surface: Surface
    private let object: WlSubsurface

    /// Creates a surface above `parent` and its present children; nil if the compositor has no `wl_subcompositor` or
    /// the parent has ended.
    public convenience init?(over parent: Surface) {
        guard parent.isAlive else { return nil }
        self.init(over: parent.object, parent.globals)
    }

    /// Creates a surface above a surface of the app's and its present children; nil if the compositor has no
    /// `wl_subcompositor`. The app commits its surface, so place and stacking take effect with a commit of the app's.
    package convenience init?(in surface: AppSurface, _ globals: Globals) {
        self.init(over: WlSurface(foreign: surface.surface, on: globals.connection.display.table), globals)
    }

    private init?(over parent: WlSurface, _ globals: Globals) {
        guard let subcompositor = globals[WlSubcompositor.self] else { return nil }
        surface = Surface(globals)
        object = subcompositor.getSubsurface(surface: surface.object, parent: parent)
        surface.setInputRegion([])
    }

    deinit { destroy() }

    /// Moves the upper left corner to a point of the parent, in logical pixels (`wl_subsurface.set_position`). Takes
    /// effect with the parent's next commit.
    public func place(at point: Point) { object.setPosition(x: Int32(clamping: point.x), y: Int32(clamping: point.y)) }

    /// Stacks the surface below another child of the same parent (`wl_subsurface.place_below`). Takes effect with the
    /// parent's next commit.
    public func place(below sibling: Subsurface) { object.placeBelow(sibling: sibling.surface.object) }

    /// Stacks the surface right above or below a sibling, or the parent, that the app owns. Takes effect with the
    /// parent's next commit.
    package func place(above: Bool, sibling: OpaquePointer) {
        let sibling = WlSurface(foreign: sibling, on: object.table)
        if above { object.placeAbove(sibling: sibling) } else { object.placeBelow(sibling: sibling) }
    }

    /// Makes later commits take effect together with the parent's next commit (`wl_subsurface.set_sync`).
    package func synchronize() { object.setSync() }

    /// Makes later commits take effect at once (`wl_subsurface.set_desync`). Position and stacking still wait for the
    /// parent's commit.
    public func desynchronize() { object.setDesync() }

    /// Removes the surface from the screen at once. May be repeated.
    public func destroy() {
        object.destroy()
        surface.destroy()
    }
}
