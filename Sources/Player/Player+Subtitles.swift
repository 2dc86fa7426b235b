import Logging
import OrielPlatform
public import OrielPlayback
import OrielTransport

/// What is read of a player.
extension Player {
    /// The subtitles there are, the medium's own first; none before it is open. Files are read beside the picture and come
    /// later.
    public var subtitleTracks: [MediaInfo.Subtitle] { subtitles?.streams.map(\.info) ?? [] }

    /// The one that is shown, by its place in `subtitleTracks`; nil for none. A number that is no place counts as none.
    public var selectedSubtitleTrack: Int? {
        get { subtitles?.selection }
        set {
            guard let subtitles else { return }
            subtitles.select(newValue)
            notify(.subtitles)
        }
    }

    /// Shows the next subtitles; none after the last.
    public func selectNextSubtitleTrack() {
        guard let subtitles else { return }
        subtitles.selectNext()
        notify(.subtitles)
    }

    /// How much later subtitles come than their medium says; within ten minutes.
    public var subtitleDelay: Duration {
        get { subtitles?.style.delay ?? .zero }
        set { styleSubtitles { $0.delay = newValue } }
    }

    /// Of the subtitles' own size, 0.2 to 5.
    public var subtitleScale: Double {
        get { subtitles?.style.scale ?? 1 }
        set { styleSubtitles { $0.scale = newValue } }
    }

    /// Where lines stand that nothing places: 100 for the bottom, 0 for the top.
    public var subtitlePosition: Double {
        get { subtitles?.style.position ?? 100 }
        set { styleSubtitles { $0.position = newValue } }
    }

    /// Shows the subtitles of files as soon as they are read, over the present item only: the first that can be read.
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

    /// The medium was opened, or a file of subtitles was read.
    func subtitlesHaveNews() {
        guard let subtitles else { return }
        if !subtitles.isOpen {
            guard source.state.phase != .opening else { return }
            do throws(PlatformError) {
                try subtitles.open(
                    source.subtitles, frameRate: source.description.video?.framesPerSecond, wakeup: source.wakeup)
            } catch {
                Self.log.warning("no files of subtitles: \(error)")
            }
            if !subtitleTracks.isEmpty { notify(.subtitles) }
        }
        if subtitles.update() { notify(.subtitles) }
        for problem in subtitles.takeProblems() {
            Self.log.warning("\(problem)")
            for handler in onLoss { handler(problem) }
        }
    }

    static let log = Logger(label: "oriel")
}
