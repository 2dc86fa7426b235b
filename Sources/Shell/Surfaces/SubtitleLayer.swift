import OrielDemux
import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielSubtitles
import OrielText
import OrielWayland

/// The subtitles over one picture, on a subsurface. Each subtitle image is drawn ahead, so that it appears and
/// disappears with exactly the frame that it belongs to. A still picture isn't redrawn for its subtitles.
///
/// How it works: `prepare`, before a commit, or `follow`, between commits, computes the frame's time on the subtitles'
/// clock. The layer holds two images: `shown`, and `next`, which was drawn ahead. If the time lies in the span of
/// `next`, that becomes `shown`. Then `ask` requests the image for the present time if `shown` doesn't cover it, or
/// else the one after the end of `shown`. The text thread draws the image, and `take` stores it as `next`. If it equals
/// `shown`, `take` only updates the span of `shown`.
@MainActor
final class SubtitleLayer {
    /// The subtitles and geometry for which an image was drawn.
    private struct Key: Equatable {
        let subtitles: Subtitles
        let geometry: SubtitleGeometry
        /// Areas of an overlay's buttons, under which no subtitles lie.
        let covered: [Rect]

        static func == (one: Key, other: Key) -> Bool {
            one.subtitles === other.subtitles && one.geometry == other.geometry && one.covered == other.covered
        }
    }

    /// A drawn image, and the time for which it is valid.
    private struct Cue {
        let key: Key
        /// How much of the subtitle stream was decoded when the image was drawn.
        let mark: SubtitleStream.Mark
        /// Times at which the image is valid, on the subtitles' own clock.
        let span: Range<Duration>
        let bitmap: TextBitmap?
        let lines: [String]
    }

    /// An image that the text thread is to draw.
    private struct Request: Equatable {
        let key: Key
        let mark: SubtitleStream.Mark
        let time: Duration
        /// How long an image that changes all the time is valid: the frame's duration.
        let length: Duration
    }

    private unowned let picture: PictureSurface
    private let client: TextClient
    private let wakeup: Wakeup
    private var watch: EventLoop.Token?
    private var child: ChildSurface?
    /// The image that the subsurface shows, or will show with the picture's next commit. Its bitmap is nil if there is
    /// nothing to show at that time.
    private var shown: Cue? { didSet { if let shown { picture.player?.subtitles?.lines = shown.lines } } }
    /// The image to show next.
    private var next: Cue?
    private var request: Request?
    private var hasComplained = false

    init(_ picture: PictureSurface) throws(PlatformError) {
        self.picture = picture
        let wakeup = try Wakeup()
        self.wakeup = wakeup
        client = picture.stage.text.client(waking: wakeup)
        watch = try picture.loop.watch(wakeup) { [weak self] in self?.pictureCame() }
    }

    /// Makes the picture's next commit show the subtitles of a frame. If they aren't drawn yet, they follow in a commit
    /// for themselves.
    /// - Parameter waits: true waits up to 8 ms for the drawing, so that a picture that appears has its subtitles from
    ///   its first frame. It never waits for the first drawing of the subtitles, which takes longer.
    func prepare(for frame: VideoFrame, of player: Player, waits: Bool = false) {
        guard let subtitles = player.subtitles, let key = key(for: frame, of: player, subtitles) else { return clear() }
        let time = frame.entry - subtitles.style.delay
        if shown?.key.subtitles !== key.subtitles { show(nil) }
        ask(for: time, key, frame)
        if waits, subtitles.isWarm, request?.time == time, wakeup.wait(upTo: Self.patience) {
            wakeup.clear()
            take()
        }
        if let next, next.key == key, next.span.contains(time) { show(next) }
        ask(for: time, key, frame)
    }

    private static let patience = Duration.milliseconds(8)

    /// Updates the subtitles of the frame that is shown, if other ones were selected or more were decoded.
    func follow(_ frame: VideoFrame, of player: Player) {
        guard let subtitles = player.subtitles, let key = key(for: frame, of: player, subtitles) else {
            if shown?.bitmap != nil { commit { clear() } }
            return
        }
        let time = frame.entry - subtitles.style.delay
        if let shown, shown.key.subtitles !== key.subtitles, shown.bitmap != nil { commit { show(nil) } }
        if let next, next.key == key, next.span.contains(time), !isShown(time, key) { commit { show(next) } }
        ask(for: time, key, frame)
    }

    /// The key of a frame's image; nil if no subtitles are selected. Moves the subtitles above the controls.
    private func key(for frame: VideoFrame, of player: Player, _ subtitles: PlayerSubtitles) -> Key? {
        guard let shown = subtitles.shown, !picture.size.isEmpty else { return nil }
        let fit = ContentFit(frame)
        let surface = picture.bufferSize
        let covered = 100 * Double(picture.stack.coveredHeight) / Double(max(1, surface.height))
        return Key(
            subtitles: shown,
            geometry: SubtitleGeometry(
                surface: surface, picture: PlayerPicture(player: player, frame: frame).view(in: surface).destination,
                video: fit.content, samples: ContentFit.samples(of: frame),
                leastLine: Self.leastLine * picture.scale, scale: subtitles.style.scale, textScale: picture.textScale(),
                position: min(subtitles.style.position, 100 - covered)), covered: picture.stack.coveredAreas)
    }

    /// Smallest line height, in logical pixels; its letters are about 14 logical pixels high.
    private static let leastLine = 17.0

    private func isShown(_ time: Duration, _ key: Key) -> Bool {
        shown.map { $0.key == key && $0.span.contains(time) } ?? false
    }

    /// Requests the image for a time if it is missing or outdated, or else the one that follows `shown`.
    private func ask(for time: Duration, _ key: Key, _ frame: VideoFrame) {
        let mark = key.subtitles.stream.mark
        guard let shown, shown.key == key, shown.span.contains(time), shown.mark == mark else {
            return ask(Request(key: key, mark: mark, time: time, length: frame.duration))
        }
        let end = shown.span.upperBound
        guard end < TextPicture.always.upperBound else { return }
        if let next, next.key == key, next.mark == mark, next.span.lowerBound <= end, end < next.span.upperBound {
            return
        }
        ask(Request(key: key, mark: mark, time: end, length: frame.duration))
    }

    private func ask(_ wanted: Request) {
        guard request != wanted else { return }
        request = wanted
        client.draw(wanted.key.subtitles, at: wanted.time, on: wanted.key.geometry)
    }

    private func pictureCame() {
        take()
        // Without room the picture's next turn shows it.
        guard picture.stage.hasRoom, let player = picture.player, let frame = picture.ownShownFrame else { return }
        follow(frame, of: player)
    }

    private func take() {
        guard let image = client.takePicture(), let request else { return }
        self.request = nil
        picture.player?.subtitles?.isWarm = true
        if let problem = image.problem, !hasComplained {
            hasComplained = true
            picture.stage.drawingFailed(PresenterFault(.passing, "no subtitles: \(problem)"))
        }
        var span = image.span
        if span.isEmpty { span = request.time..<request.time + max(request.length, .milliseconds(1)) }
        // Where buttons and subtitles have no room beside each other, the buttons count while they are shown.
        let isCovered = image.bitmap.map { bitmap in
            request.key.covered.contains { $0.intersection(bitmap.area) != nil }
        }
        let bitmap = isCovered == true ? nil : image.bitmap
        let cue = Cue(key: request.key, mark: request.mark, span: span, bitmap: bitmap, lines: image.lines)
        if !image.isChanged, let shown, shown.key == cue.key, shown.bitmap == cue.bitmap, shown.span.overlaps(span) {
            // More subtitles were decoded, and the image is the same for a longer or shorter time.
            self.shown = cue
            if let next, next.mark != cue.mark { self.next = nil }
        } else {
            next = cue
        }
    }

    /// Runs `body` and commits, so that its change takes effect.
    private func commit(_ body: () -> Void) {
        body()
        picture.commitChildren()
    }

    private func clear() {
        client.cancel()
        request = nil
        next = nil
        show(nil)
        // A surface that goes leaves the words to the next one.
        if let subtitles = picture.player?.subtitles, subtitles.shown == nil { subtitles.lines = [] }
    }

    /// Changes the content of the subsurface from the picture's next commit on; nil hides it.
    private func show(_ cue: Cue?) {
        let before = shown?.bitmap
        shown = cue
        if cue != nil { next = nil }
        guard cue?.bitmap != before || cue != nil && cue?.bitmap != nil && isHidden else { return }
        do throws(WaylandError) {
            if let bitmap = cue?.bitmap {
                guard let child = child ?? picture.stack.makeChild(at: .subtitles) else { return }
                self.child = child
                isHidden = try !child.show(bitmap, on: picture.drawnSize ?? picture.size, scale: picture.scale)
                if let detour = picture.detour { child.follow(from: detour.from, to: detour.to) }
            } else if !isHidden {
                isHidden = true
                try child?.hide()
            }
        } catch { picture.stage.drawingFailed(PresenterFault(error)) }
    }
    private var isHidden = true

    /// Moves, scales and fades the subtitles with the picture during an animation, and once more when it has
    /// arrived.
    func layOut() {
        guard !isHidden, let child else { return }
        if let detour = picture.detour {
            isFollowing = true
            // A surface's opacity isn't that of its subsurfaces. A motion inside of it may fade the picture away.
            if picture.drawnPart != nil { _ = child.setOpacity(picture.opacity) }
            child.follow(from: detour.from, to: detour.to)
        } else if isFollowing, let place = picture.place {
            isFollowing = false
            child.follow(from: place, to: place)
        }
    }
    private var isFollowing = false

    /// Destroys the subsurface. Call after the picture's role object is destroyed.
    func finish() {
        client.cancel()
        child?.finish()
        child = nil
        if let watch { picture.loop.remove(watch) }
        watch = nil
    }
}
