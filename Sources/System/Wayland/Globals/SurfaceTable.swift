package import OrielWaylandProtocols

/// Maps `wl_surface` objects of input events to surfaces. Keeps no surface alive.
package final class SurfaceTable {
    private struct Entry { weak var surface: Surface? }
    private var entries: [ObjectIdentifier: Entry] = [:]

    func insert(_ surface: Surface) { entries[ObjectIdentifier(surface.object)] = Entry(surface: surface) }
    func remove(_ object: WlSurface) { entries[ObjectIdentifier(object)] = nil }

    package func surface(for object: WlSurface?) -> Surface? {
        object.flatMap { entries[ObjectIdentifier($0)]?.surface }
    }

    /// Removes a gone output from all surfaces: the compositor sends no `leave` for it.
    func forget(_ output: Output) {
        for entry in entries.values { entry.surface?.leave(output) }
    }
}
