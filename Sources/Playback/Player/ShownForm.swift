import OrielGeometry
import OrielMedia
import OrielPlatform

/// The frame that a player shows as it was decoded, and the form that it is given.
struct ShownForm {
    var form = PictureForm()
    /// The frame without the form; nil until the first one was decoded.
    var decoded: VideoFrame? {
        didSet { if decoded?.width != oldValue?.width || decoded?.height != oldValue?.height { bars = BlackBars() } }
    }
    /// The bars of the present medium, as far as they were looked for.
    var bars = BlackBars()
    /// Whether a look is under way.
    var isLooking = false
    /// Host time of the next look.
    var nextLook = Duration.zero

    /// Whether a frame was dropped since the last one that was taken.
    var hasDropped = false

    /// Takes the last of some successive frames.
    /// - Returns: whether the picture may be another one. Changes beside a crop aren't seen.
    mutating func take(_ frames: ArraySlice<VideoFrame>) -> Bool {
        let former = decoded
        decoded = frames.last
        defer { hasDropped = false }
        guard !hasDropped, let former, let last = decoded, last.change != nil else { return true }
        let size = ContentFit.samples(of: last)
        guard ContentFit.samples(of: former) == size else { return true }
        let part = form.crop.part(of: size, inside: bars.content) ?? .whole
        return frames.contains { $0.change?.intersects(part) ?? true }
    }

    var frame: VideoFrame? { decoded.map { form.applied(to: $0, inside: bars.content) } }
}

extension Player {
    /// Time between two looks for black bars.
    private static let lookInterval = Duration.milliseconds(250)

    /// Looks for black bars in the shown frame, on another thread, if they are to be cut off.
    func lookForBars() {
        guard form.crop == .blackBars, let frame = shownForm.decoded, !shownForm.isLooking, now() >= shownForm.nextLook
        else { return }
        shownForm.isLooking = true
        Task { [weak self] in
            let look = await Task.detached(priority: .utility) { frame.lookForBars() }.value
            self?.take(look, of: frame)
        }
    }

    private func take(_ look: BlackBars.Look?, of frame: VideoFrame) {
        shownForm.isLooking = false
        shownForm.nextLook = now() + Self.lookInterval
        guard let decoded = shownForm.decoded, (decoded.width, decoded.height) == (frame.width, frame.height),
            shownForm.bars.take(look), form.crop == .blackBars
        else { return }
        reform()
        notify(.form)
    }
}
