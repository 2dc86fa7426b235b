package import OrielGeometry

/// Pictures that lie over one another in something that is shown.
@MainActor
package final class Sublayers {
    /// A part of a rectangle, whatever its size is.
    package struct Place: Hashable {
        package let rect: Rect
        /// What `rect` is a part of.
        package let space: Size

        package init(rect: Rect, space: Size) {
            self.rect = rect
            self.space = space
        }

        /// The part in a rectangle of another size; no further beyond it than its own length.
        package func scaled(to size: Size) -> Rect {
            func part(_ length: Int, _ whole: Int, _ of: Int) -> Int {
                let of = Double(max(1, of))
                let part = Double(length) * of / Double(max(1, whole))
                return Int(min(max(part, -of), 2 * of).rounded())
            }
            let (left, top) = (part(rect.x, space.width, size.width), part(rect.y, space.height, size.height))
            let (right, bottom) = (
                part(rect.maxX, space.width, size.width), part(rect.maxY, space.height, size.height)
            )
            return Rect(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
        }
    }

    struct Entry {
        let layer: SampleBufferDisplayLayer
        let place: Place
    }

    /// From the lowest to the highest.
    private(set) var entries: [Entry] = []
    var onChange: () -> Void = {}

    /// Takes a layer out of what it lies in, if anything, and puts it over all of these.
    func add(_ layer: SampleBufferDisplayLayer, at place: Place) {
        layer.sublayers?.remove(layer)
        layer.sublayers = self
        entries.append(Entry(layer: layer, place: place))
        onChange()
    }

    func remove(_ layer: SampleBufferDisplayLayer) {
        guard layer.sublayers === self else { return }
        layer.sublayers = nil
        entries.removeAll { $0.layer === layer }
        onChange()
    }

    func place(of layer: SampleBufferDisplayLayer) -> Place? { entries.first { $0.layer === layer }?.place }
}
