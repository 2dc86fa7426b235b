import Logging
public import OrielGeometry

/// What of a call is seen in Picture in Picture: AVKit's `AVPictureInPictureVideoCallViewController` and its view. Empty at
/// first, and where nothing fills it, the source view's own picture does. The overlay has the shape of its
/// `preferredContentSize`, and its pictures grow and shrink with it.
@MainActor
public final class VideoCallContent {
    /// Its shape, portrait or not, and what the places of its pictures refer to. A shape beyond 2.39:1, either way up, is
    /// refused: the one before stays, and a picture of another shape has bars in it.
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

    /// A floating picture that is longer is hard to hit and to hold; films, which have the shape they have, may be. In
    /// hundredths, as shapes are told: 1920×804 is 2.39:1.
    private static func accepts(_ size: Size) -> Bool {
        guard !size.isEmpty else { return false }
        let (long, short) = (Double(max(size.width, size.height)), Double(min(size.width, size.height)))
        return (long / short * 100).rounded() <= 239
    }

    package let sublayers = Sublayers()
    /// Its shape has changed, or the layer that fills it.
    package var onResize: () -> Void = {} {
        didSet { sublayers.onBackgroundChange = onResize }
    }
    /// Layers that were taken out of something else, with their places there.
    private var moved: [(layer: SampleBufferDisplayLayer, origin: Sublayers.Origin)] = []
    /// The number of the last removal before *willStart*; nil outside of Picture in Picture.
    private var beginning: UInt64?

    /// Nothing yet, in this shape, or upright at 9:16 where that is refused.
    public init(preferredContentSize: Size = Size(width: 1080, height: 1920)) {
        self.preferredContentSize = Self.accepts(preferredContentSize) ? preferredContentSize : Self.usualSize
    }

    /// Puts a picture over those that are there. One that lies in something else is taken out of it, and is back there when Picture
    /// in Picture has ended or did not start, before the delegate hears of that. So is one that the app itself took out of something
    /// from *willStart* on (`SampleBufferDisplayLayer.removeFromSuperlayer`).
    /// - Parameters:
    ///   - layer: the picture.
    ///   - frame: its part of `preferredContentSize`; nil for all, below the others.
    public func addSublayer(_ layer: SampleBufferDisplayLayer, frame: Rect? = nil) {
        let isFromHere = layer.sublayers === sublayers
        let wasRemovedInTime = layer.sublayers == nil && layer.origin.map { $0.removal > beginning ?? .max } ?? false
        let isElsewhere = layer.sublayers != nil && !isFromHere
        sublayers.add(layer, at: frame.map { Sublayers.Place(rect: $0, space: preferredContentSize) })
        guard isElsewhere || wasRemovedInTime, let origin = layer.origin, origin.sublayers !== sublayers else { return }
        moved.append((layer, origin))
    }

    /// The pictures that are there, from the lowest to the highest.
    public var layers: [SampleBufferDisplayLayer] {
        (sublayers.background.map { [$0] } ?? []) + sublayers.entries.map(\.layer)
    }

    /// Takes a picture out of it.
    public func remove(_ layer: SampleBufferDisplayLayer) { sublayers.remove(layer) }

    /// Picture in Picture begins: from now on the app moves layers here.
    package func begin() { beginning = Sublayers.removals }

    /// Picture in Picture has ended or did not start: everything that was moved here goes back.
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
