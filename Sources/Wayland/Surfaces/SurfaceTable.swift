package import OrielWaylandProtocols

/// Finds the surface that an input event names. It keeps none alive.
package final class SurfaceTable {
    private struct Entry { weak var surface: Surface? }
    private var entries: [ObjectIdentifier: Entry] = [:]

    func insert(_ surface: Surface) { entries[ObjectIdentifier(surface.object)] = Entry(surface: surface) }
    func remove(_ object: WlSurface) { entries[ObjectIdentifier(object)] = nil }

    package func surface(for object: WlSurface?) -> Surface? {
        object.flatMap { entries[ObjectIdentifier($0)]?.surface }
    }

    /// An output that is gone is left without a word from the compositor.
    func forget(_ output: Output) {
        for entry in entries.values { entry.surface?.leave(output) }
    }
}
