package import OrielGeometry

/// The layers over a view's picture or in a call's content, from the lowest to the highest.
@MainActor
package final class Sublayers {
    /// An area relative to a space, which can be scaled to another size.
    package struct Place: Hashable {
        package let rect: Rect
        /// Size of the space that `rect` lies in.
        package let space: Size

        package init(rect: Rect, space: Size) {
            self.rect = rect
            self.space = space
        }

        /// The area in a space of another size. It is limited to one length of that space beyond each edge.
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

    /// The place of a layer before it was removed.
    package struct Origin {
        weak var sublayers: Sublayers?
        let place: Place?
        /// Serial number of the removal, among the removals of all layers.
        let removal: UInt64
    }

    /// The layers with a place, from the lowest to the highest.
    package private(set) var entries: [Entry] = []
    /// The layer that fills the whole area, below the others.
    package private(set) var background: SampleBufferDisplayLayer?
    /// Called when `entries` has changed.
    package var onChange: () -> Void = {}
    /// Called when `background` has changed.
    var onBackgroundChange: () -> Void = {}
    /// Number of removals so far, of all layers from all `Sublayers`.
    package private(set) static var removals: UInt64 = 0

    package init() {}

    /// Adds a layer above the others, after removing it from the `Sublayers` that it is in.
    /// - Parameter place: the layer's area; nil makes it the background, below the others, in place of the previous
    ///   one.
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

    /// Removes a layer and notes its place in `origin`; does nothing if the layer isn't here.
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

    /// The place of a layer; nil for the background and for a layer that isn't here.
    private func place(of layer: SampleBufferDisplayLayer) -> Place? { entries.first { $0.layer === layer }?.place }
}
