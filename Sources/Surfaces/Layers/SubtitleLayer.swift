import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielPlayback
import OrielPlayer
import OrielSubtitles
import OrielText
import OrielWayland

/// The subtitles over one picture, on a surface of their own. The next ones are drawn ahead, so that they come and go with the
/// very frame they belong to, and a picture that stands isn't drawn again for them.
@MainActor
final class SubtitleLayer {
    /// What a picture of subtitles was drawn for.
    private struct Key: Equatable {
        let subtitles: Subtitles
        let geometry: SubtitleGeometry

        static func == (one: Key, other: Key) -> Bool {
            one.subtitles === other.subtitles && one.geometry == other.geometry
        }
    }

    private struct Cue {
        let key: Key
        /// How much was known of the subtitles.
        let mark: SubtitleStream.Mark
        /// Times of the subtitles' own clock.
        let span: Range<Duration>
        let bitmap: TextBitmap?
    }

    private struct Request: Equatable {
        let key: Key
        let mark: SubtitleStream.Mark
        let time: Duration
        /// How long what moves is true for.
        let length: Duration
    }

    private unowned let picture: PictureSurface
    private let stage: Stage
    private let client: TextClient
    private let wakeup: Wakeup
    private var watch: EventLoop.Token?
    private var child: ChildSurface?
    /// What the surface shows, or will with the picture's next commit.
    private var shown: Cue?
    /// What comes after it.
    private var next: Cue?
    private var request: Request?
    private var hasComplained = false

    init(_ picture: PictureSurface, _ stage: Stage) throws(PlatformError) {
        self.picture = picture
        self.stage = stage
        let wakeup = try Wakeup()
        self.wakeup = wakeup
        client = stage.text.client(waking: wakeup)
        watch = try stage.loop.watch(wakeup) { [weak self] in self?.pictureCame() }
    }

    /// Makes the picture's next commit show what belongs to a frame; what isn't drawn yet follows by itself.
    /// - Parameter waits: as long as a drawing takes that is nothing new, since a picture that comes must come whole.
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

    /// Looks whether other subtitles, or more of them, are to be drawn for the frame that is shown.
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

    private func key(for frame: VideoFrame, of player: Player, _ subtitles: PlayerSubtitles) -> Key? {
        guard let shown = subtitles.shown, !picture.size.isEmpty else { return nil }
        let fit = ContentFit(frame)
        let surface = picture.bufferSize
        let covered = 100 * Double(picture.stack.coveredHeight) / Double(max(1, surface.height))
        return Key(
            subtitles: shown,
            geometry: SubtitleGeometry(
                surface: surface, picture: PlayerPicture(player: player, frame: frame).destination(in: surface),
                video: fit.content,
                leastLine: Self.leastLine * picture.scale, scale: subtitles.style.scale, textScale: picture.textScale(),
                position: min(subtitles.style.position, 100 - covered)))
    }

    /// In logical pixels, letters of which are some 14 high.
    private static let leastLine = 17.0

    private func isShown(_ time: Duration, _ key: Key) -> Bool {
        shown.map { $0.key == key && $0.span.contains(time) } ?? false
    }

    /// Asks for what is to be seen and isn't there, else for what comes next.
    private func ask(for time: Duration, _ key: Key, _ frame: VideoFrame) {
        let mark = key.subtitles.stream.mark
        guard let shown, shown.key == key, shown.span.contains(time), shown.mark == mark else {
            return ask(Request(key: key, mark: mark, time: time, length: frame.duration))
        }
        let end = shown.span.upperBound
        guard end < SubtitleImage.always.upperBound else { return }
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
        guard let player = picture.player, let frame = picture.ownShownFrame else { return }
        follow(frame, of: player)
    }

    private func take() {
        guard let image = client.takePicture(), let request else { return }
        self.request = nil
        picture.player?.subtitles?.isWarm = true
        if let problem = image.problem, !hasComplained {
            hasComplained = true
            stage.drawingFailed(PresenterFault(.passing, "no subtitles: \(problem)"))
        }
        var span = image.span ?? SubtitleImage.always
        if span.isEmpty { span = request.time..<request.time + max(request.length, .milliseconds(1)) }
        let cue = Cue(key: request.key, mark: request.mark, span: span, bitmap: image.bitmap)
        if !image.isChanged, let shown, shown.key == cue.key, shown.bitmap == cue.bitmap, shown.span.overlaps(span) {
            // More is known, and it is the same for longer or shorter.
            self.shown = cue
            if let next, next.mark != cue.mark { self.next = nil }
        } else {
            next = cue
        }
    }

    /// Lets what `body` shows take effect.
    private func commit(_ body: () -> Void) {
        body()
        picture.commitChildren()
    }

    private func clear() {
        client.cancel()
        request = nil
        next = nil
        show(nil)
    }

    /// Changes what the child shows, from the picture's next commit on.
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
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }
    private var isHidden = true

    /// The picture is on its way, or has arrived: what is shown lies on it as before.
    func layOut() {
        guard !isHidden, let child else { return }
        if let detour = picture.detour {
            isFollowing = true
            child.follow(from: detour.from, to: detour.to)
        } else if isFollowing, let place = picture.place {
            isFollowing = false
            child.follow(from: place, to: place)
        }
    }
    private var isFollowing = false

    /// After the picture's role is gone.
    func finish() {
        client.cancel()
        child?.finish()
        child = nil
        if let watch { stage.loop.remove(watch) }
        watch = nil
    }
}
