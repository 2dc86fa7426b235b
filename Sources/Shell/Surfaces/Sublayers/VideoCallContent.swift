import Logging
public import OrielGeometry

/// The content that Picture in Picture shows of a video call: AVKit's `AVPictureInPictureVideoCallViewController` and
/// its view. It is empty at first; while no layer fills it, the source view's own picture does. The overlay has the
/// shape of `preferredContentSize`, and the layers scale with it.
@MainActor
public final class VideoCallContent {
    /// The shape of the overlay, and the space in which the layers' frames are given. A shape more extreme than 2.39:1,
    /// in either orientation, is refused: the previous one stays. Layers of another shape are shown with bars.
    public var preferredContentSize: Size {
        didSet {
            guard preferredContentSize != oldValue else { return }
            guard Self.accepts(preferredContentSize) else {
                Self.log.warning("a call of \(preferredContentSize) is refused: it stays \(oldValue)")
                preferredContentSize = oldValue
                return
            }
            onResize()
        }
    }

    private static let log = Logger(label: "oriel.pip")
    private static let usualSize = Size(width: 1080, height: 1920)

    /// Whether a shape is accepted. Longer overlays are hard to hit and to hold; films are exempt because their shape
    /// is given. The limit is checked in hundredths, as shapes are usually stated: 1920×804 is 2.39:1.
    private static func accepts(_ size: Size) -> Bool {
        guard !size.isEmpty else { return false }
        let (long, short) = (Double(max(size.width, size.height)), Double(min(size.width, size.height)))
        return (long / short * 100).rounded() <= 239
    }

    package let sublayers = Sublayers()
    /// Called when the shape or the layer that fills the content has changed.
    package var onResize: () -> Void = {} {
        didSet { sublayers.onBackgroundChange = onResize }
    }
    /// Layers that were moved here from elsewhere, with their previous places.
    private var moved: [(layer: SampleBufferDisplayLayer, origin: Sublayers.Origin)] = []
    /// Serial number of the last removal before *willStart*; nil outside of Picture in Picture.
    private var beginning: UInt64?

    /// Makes empty content of a shape; 9:16 if that shape is refused.
    public init(preferredContentSize: Size = Size(width: 1080, height: 1920)) {
        self.preferredContentSize = Self.accepts(preferredContentSize) ? preferredContentSize : Self.usualSize
    }

    /// Adds a layer above the others. If it is in another view or content, it is moved from there, and moved back when
    /// Picture in Picture has ended or failed to start, before the delegate is called. The same holds for a layer that
    /// the app itself removed since *willStart* (`SampleBufferDisplayLayer.removeFromSuperlayer`).
    /// The first 64 layers are shown.
    /// - Parameters:
    ///   - layer: the layer to add.
    ///   - frame: the layer's area in `preferredContentSize`; nil fills the content, below the other layers.
    public func addSublayer(_ layer: SampleBufferDisplayLayer, frame: Rect? = nil) {
        let isFromHere = layer.sublayers === sublayers
        let wasRemovedInTime = layer.sublayers == nil && layer.origin.map { $0.removal > beginning ?? .max } ?? false
        let isElsewhere = layer.sublayers != nil && !isFromHere
        sublayers.add(layer, at: frame.map { Sublayers.Place(rect: $0, space: preferredContentSize) })
        guard isElsewhere || wasRemovedInTime, let origin = layer.origin, origin.sublayers !== sublayers else { return }
        moved.append((layer, origin))
    }

    /// The layers, from the lowest to the highest.
    public var layers: [SampleBufferDisplayLayer] {
        (sublayers.background.map { [$0] } ?? []) + sublayers.entries.map(\.layer)
    }

    /// Removes a layer from the content.
    public func remove(_ layer: SampleBufferDisplayLayer) { sublayers.remove(layer) }

    /// Notes the start of Picture in Picture: layers that are moved here from now on are returned at its end.
    package func begin() { beginning = Sublayers.removals }

    /// Moves the layers back to their previous places, once Picture in Picture has ended or failed to start.
    package func returnLayers() {
        let moved = moved
        self.moved = []
        beginning = nil
        for (layer, origin) in moved {
            remove(layer)
            if layer.sublayers == nil { origin.sublayers?.add(layer, at: origin.place) }
        }
    }
}
