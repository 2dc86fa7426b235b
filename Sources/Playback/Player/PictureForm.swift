public import OrielGeometry
public import OrielMedia

/// Scaling if the aspect ratios of video and surface differ: `AVLayerVideoGravity`.
public enum VideoGravity: String, Hashable, Sendable, CaseIterable {
    /// The whole video in its aspect ratio, with bars where the surface's differs.
    case resizeAspect = "fit"
    /// The whole surface in the video's aspect ratio; the parts outside are cut off.
    case resizeAspectFill = "fill"
    /// The whole video stretched to the whole surface.
    case resize = "stretch"
}

/// A part of a video that is shown instead of all of it.
public enum VideoCrop: Hashable, Sendable {
    /// The whole video.
    case none
    /// This part of the upright video, before `PictureForm.rotation`. It begins and ends at a chroma sample, so in
    /// most media at an even column and row.
    case part(UnitRect)
    /// These samples of the upright video, in a medium whose size is known; all of it if they lie outside.
    case pixels(Rect)
    /// Samples of the upright video that stay at a corner when its size changes, as a floated window's does. Their
    /// place is the distance from this corner, inwards; all of the video if none of them lies in it.
    case held(Rect, to: Corner)
    /// Without the black bars that the medium has on two opposite sides or on all four. They are looked for in the
    /// frames that are shown; once cut off, only content in them brings them back.
    case blackBars

    /// The part of an upright video of a size; nil for all of it.
    /// - Parameter content: the part inside the video's black bars; nil if unknown.
    func part(of size: Size, inside content: UnitRect?) -> UnitRect? {
        switch self {
        case .none: nil
        case .part(let part): part.clamped
        case .pixels(let pixels): UnitRect(pixels, of: size).clamped
        case .held(let pixels, let corner):
            UnitRect(Self.turned(pixels, at: corner, of: size), of: size).clamped
        case .blackBars: content
        }
    }
}

extension VideoCrop {
    /// Whether it is held to a corner.
    package var isHeld: Bool { if case .held = self { true } else { false } }

    /// Returns samples from the upper left corner as those from another corner, and the reverse.
    package static func turned(_ pixels: Rect, at corner: Corner, of size: Size) -> Rect {
        func place(_ start: Int, _ length: Int, _ all: Int, _ isFirst: Bool) -> Int {
            isFirst ? start : all.saturatingSubtracting(start).saturatingSubtracting(length)
        }
        return Rect(
            x: place(pixels.x, pixels.width, size.width, corner.isLeft),
            y: place(pixels.y, pixels.height, size.height, corner.isTop), width: pixels.width, height: pixels.height)
    }
}

/// Scaling, aspect ratio, crop, zoom and rotation of a player's video in its surfaces.
public struct PictureForm: Hashable, Sendable {
    /// Scaling if the aspect ratios of video and surface differ; also `PlayerView.videoGravity`.
    public var gravity = VideoGravity.resizeAspect
    /// Displayed width by height before `rotation`; nil for the medium's own.
    public var aspectRatio: Rational?
    /// Rotation in addition to the medium's own.
    public var rotation = SampleBuffer.Rotation.none
    /// The part of the video that is shown; the overlay has its shape.
    public var crop = VideoCrop.none
    /// Enlargement within the surface, 1 to 8; another number is the nearest of these, and none is 1.
    public var zoom: Double {
        get { magnification }
        set { magnification = newValue.isNaN ? 1 : min(max(newValue, Self.zooms.lowerBound), Self.zooms.upperBound) }
    }
    /// The point of the picture, in parts of its width and height, that is in the middle of the surface while it is
    /// enlarged. No edge of the picture comes inside the surface.
    public var zoomCenter: UnitPoint {
        get { center }
        set { center = newValue.isFinite ? newValue : .center }
    }

    /// Limits of `zoom`.
    package static let zooms = 1.0...8.0
    private var magnification = 1.0
    private var center = UnitPoint.center

    /// Makes the default form: the medium's own, with bars.
    public init() {}

    /// Returns a frame in this form, apart from `gravity` and `zoom`, which a surface decides on.
    /// - Parameter content: the part of the upright frame inside its black bars; nil if unknown.
    func applied(to frame: VideoFrame, inside content: UnitRect?) -> VideoFrame {
        var result = frame
        if aspectRatio != nil || rotation != .none {
            result = frame.shown(
                turnedBy: VideoFrame.Rotation(rawValue: rotation.rawValue) ?? .none, aspect: aspectRatio)
        }
        guard let part = crop.part(of: ContentFit.samples(of: frame), inside: content) else { return result }
        return result.part(part, seen: frame.rotation)
    }

    /// Returns what is seen of a picture on a surface, and where.
    package func view(of fit: ContentFit, in target: Size) -> (part: UnitRect, destination: Rect) {
        guard zoom > 1 || gravity == .resizeAspectFill else {
            return (.whole, gravity == .resize ? Rect(origin: .zero, size: target) : fit.destination(in: target))
        }
        var size = (width: Double(target.width), height: Double(target.height))
        switch gravity {
        case .resize: break
        case .resizeAspect:
            let fitted = fit.destination(in: target)
            size = (Double(fitted.width), Double(fitted.height))
        case .resizeAspectFill:
            let part = fit.filledPart(of: target)
            size = (size.width / part.width, size.height / part.height)
        }
        func side(_ length: Double, _ room: Int, _ center: Double) -> (start: Double, part: Double, taken: Int) {
            guard length > Double(room) else { return (0, 1, room - 2 * Int(((Double(room) - length) / 2).rounded())) }
            let part = Double(room) / length
            return (min(max(0, center - part / 2), 1 - part), part, room)
        }
        let across = side(size.width * zoom, target.width, center.x)
        let down = side(size.height * zoom, target.height, center.y)
        return (
            UnitRect(x: across.start, y: down.start, width: across.part, height: down.part),
            Rect(
                x: (target.width - across.taken) / 2, y: (target.height - down.taken) / 2, width: across.taken,
                height: down.taken)
        )
    }
}
