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

    package struct Entry {
        package let layer: SampleBufferDisplayLayer
        package let place: Place
    }

    /// Where a layer was before it was taken out.
    package struct Origin {
        weak var sublayers: Sublayers?
        let place: Place?
        /// The number of its removal among all.
        let removal: UInt64
    }

    /// From the lowest to the highest.
    package private(set) var entries: [Entry] = []
    /// The layer that fills everything, below the others.
    package private(set) var background: SampleBufferDisplayLayer?
    package var onChange: () -> Void = {}
    /// Another layer fills it, or none.
    var onBackgroundChange: () -> Void = {}
    /// Removals so far, of all layers from everything.
    package private(set) static var removals: UInt64 = 0

    package init() {}

    /// Takes a layer out of what it lies in, if anything, and puts it over all of these.
    /// - Parameter place: nil fills everything, below the others.
    package func add(_ layer: SampleBufferDisplayLayer, at place: Place?) {
        layer.sublayers?.remove(layer)
        layer.sublayers = self
        guard let place else {
            background.map(remove)
            background = layer
            return onBackgroundChange()
        }
        entries.append(Entry(layer: layer, place: place))
        onChange()
    }

    package func remove(_ layer: SampleBufferDisplayLayer) {
        guard layer.sublayers === self else { return }
        Self.removals += 1
        layer.origin = Origin(sublayers: self, place: place(of: layer), removal: Self.removals)
        layer.sublayers = nil
        if background === layer {
            background = nil
            onBackgroundChange()
        } else {
            entries.removeAll { $0.layer === layer }
            onChange()
        }
    }

    /// nil for what fills everything, and for what isn't there.
    private func place(of layer: SampleBufferDisplayLayer) -> Place? { entries.first { $0.layer === layer }?.place }
}
