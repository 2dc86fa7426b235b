import Logging
import OrielDemux
public import OrielLibav
import OrielPipeline
import OrielPlatform
import OrielTransport

/// Selection and style of subtitles.
extension Player {
    /// The subtitle tracks, the medium's own first; empty before the medium is open. Files are read in the background
    /// and added later.
    public var subtitleTracks: [MediaInfo.Subtitle] {
        observed(\.subtitleTracks, subtitles?.streams.map(\.info) ?? [])
    }

    /// Index of the shown track in `subtitleTracks`; nil for none. An invalid index counts as nil.
    public var selectedSubtitleTrack: Int? {
        get { observed(\.selectedSubtitleTrack, subtitles?.selection) }
        set {
            guard let subtitles, newValue.map({ subtitles.streams.indices.contains($0) }) ?? true else { return }
            subtitles.select(newValue)
            notify(.subtitles)
        }
    }

    /// Whether subtitles are shown. True selects the first track if none is selected, as AVPlayer's deprecated property
    /// does.
    public var isClosedCaptionDisplayEnabled: Bool {
        get { selectedSubtitleTrack != nil }
        set { if newValue != isClosedCaptionDisplayEnabled { selectedSubtitleTrack = newValue ? 0 : nil } }
    }

    /// Shows the next subtitle track; none after the last.
    public func selectNextSubtitleTrack() {
        guard let subtitles else { return }
        subtitles.selectNext()
        notify(.subtitles)
    }

    /// Delay of subtitles, at most 10 minutes either way.
    public var subtitleDelay: Duration {
        get { observed(\.subtitleDelay, subtitles?.style.delay ?? .zero) }
        set { styleSubtitles { $0.delay = newValue } }
    }

    /// Scale of subtitles, 0.2 to 5; 1 is their own size.
    public var subtitleScale: Double {
        get { observed(\.subtitleScale, subtitles?.style.scale ?? 1) }
        set { styleSubtitles { $0.scale = newValue } }
    }

    /// Vertical position of subtitle lines without a position of their own: 100 is the bottom, 0 the top.
    public var subtitlePosition: Double {
        get { observed(\.subtitlePosition, subtitles?.style.position ?? 100) }
        set { styleSubtitles { $0.position = newValue } }
    }

    /// Words of the subtitles that a view shows at the moment, a line for each event, without their style; empty while
    /// there are none, and for subtitles made of bitmaps: `AVPlayerItemLegibleOutput`. Words of signs and credits are
    /// among them. Events of more than 4096 bytes are cut, and the first 8 at a time count.
    public var subtitleLines: [String] { observed(\.subtitleLines, subtitles?.lines ?? []) }

    /// Adds subtitle files to the present item, and shows the first readable one as soon as it is read.
    package func addSubtitles(_ files: [String]) {
        guard let subtitles, let first = files.first else { return }
        do throws(PlatformError) { try subtitles.add(files.map { MediaLocation($0) }, wakeup: source.wakeup) } catch {
            Self.log.warning("\(first): no subtitles: \(error)")
        }
    }

    private func styleSubtitles(_ change: (inout PlayerSubtitles.Style) -> Void) {
        guard let subtitles else { return }
        subtitles.setStyle(change)
        notify(.subtitles)
    }

    /// Handles that the medium was opened or a subtitle file was read.
    func subtitlesHaveNews() {
        guard let subtitles else { return }
        if !subtitles.isOpen {
            guard source.state.phase != .opening else { return }
            do throws(PlatformError) {
                try subtitles.open(
                    source.medium?.subtitles ?? [], frameRate: source.description.video?.framesPerSecond,
                    wakeup: source.wakeup)
            } catch {
                Self.log.warning("no files of subtitles: \(error)")
            }
            if !subtitleTracks.isEmpty { notify(.subtitles) }
        }
        if subtitles.update() { notify(.subtitles) }
        for problem in subtitles.takeProblems() {
            Self.log.warning("\(problem)")
            for handler in onLoss { handler(problem) }
            tellEvent(.trackLost(problem))
        }
    }

    static let log = Logger(label: "oriel")
}
