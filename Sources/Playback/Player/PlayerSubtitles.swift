package import OrielDemux
package import OrielLibav
package import OrielMedia
package import OrielPlatform
package import OrielSubtitles
import OrielTransport

/// A player's subtitles: the tracks, the shown one and its style. Main actor only.
@MainActor
package final class PlayerSubtitles {
    /// Style of the shown track.
    package struct Style: Hashable, Sendable {
        /// Delay against the medium.
        package var delay = Duration.zero
        /// Scale; 1 is the subtitles' own size.
        package var scale = 1.0
        /// Vertical position: 100 is the bottom, 0 the top.
        package var position = 100.0

        mutating func clamp() {
            delay = PlaybackLimits.subtitleDelay.nearest(to: delay)
            scale = PlaybackLimits.subtitleScale.nearest(to: scale.isFinite ? scale : 1)
            position = PlaybackLimits.subtitlePosition.nearest(to: position.isFinite ? position : 100)
        }
    }

    private var options: Player.Options
    private let medium: MediaLocation?
    /// Files beside the medium; the first one is shown.
    private let requested: [MediaLocation]
    private var reading: SubtitleReading
    private var files: SubtitleFiles?
    /// Readers of files that were added later. A server that doesn't answer doesn't delay local files.
    private var addedLocal: SubtitleFiles?
    private var addedRemote: SubtitleFiles?
    private var readers: [SubtitleFiles] { [files, addedLocal, addedRemote].compactMap(\.self) }
    /// The batch of added files whose first readable one is to be shown.
    private var awaited: (files: SubtitleFiles, batch: Int)?
    /// The medium's own tracks, then those of files.
    package private(set) var streams: [SubtitleStream] = []
    /// Index of the shown track in `streams`; nil for none.
    package private(set) var selection: Int?
    /// The shown track's drawing.
    package private(set) var shown: Subtitles?
    /// Whether a track, or none, was selected explicitly.
    private var isChosen = false
    /// Whether the shown track was drawn before, so that the next drawing is fast.
    package var isWarm = false
    package private(set) var style: Style
    /// Words of the events that the picture shows.
    package var lines: [String] = [] { didSet { if lines != oldValue { onLines(lines) } } }
    var onLines: ([String]) -> Void = { _ in }

    /// - Parameters:
    ///   - medium: the medium's location; nil if it has none.
    ///   - files: additional files; the first one is shown.
    package init(_ options: Player.Options, of medium: MediaLocation?, files: [MediaLocation]) {
        self.options = options
        self.medium = medium
        requested = files
        if case .url(let address)? = medium { self.options.http.medium = address }
        reading = SubtitleReading(
            text: TextHints(charset: options.subtitleCharset, preferences: options.subtitleLanguages))
        style = Style(
            delay: options.subtitleDelay, scale: options.subtitleScale, position: options.subtitlePosition)
        style.clamp()
    }

    /// Whether `open` was called.
    package private(set) var isOpen = false
    private var own: [SubtitleStream] = []

    /// Sets the tracks of the opened medium, selects one, and starts to read files.
    /// - Parameters:
    ///   - frameRate: the medium's frames per second; nil if unknown.
    ///   - wakeup: signalled when files were read.
    package func open(
        _ own: [SubtitleStream], frameRate: Rational?, wakeup: Wakeup
    ) throws(PlatformError) {
        isOpen = true
        reading.frameRate = frameRate
        self.own = own
        streams = own
        choose()
        var neighbour: MediaLocation?
        if case .path? = medium { neighbour = medium }
        guard !requested.isEmpty || neighbour != nil else { return }
        files = try SubtitleFiles(
            requested, beside: neighbour, allowsNetwork: options.allowsNetwork, http: options.http, reading: reading,
            wakeup: wakeup)
    }

    /// Adds the tracks of the files that were read. Returns whether there are more tracks now.
    package func update() -> Bool {
        let all = own + readers.flatMap(\.streams)
        guard all.count != streams.count else { return false }
        streams = all
        // The shown track may have another index now.
        if let shown { selection = streams.firstIndex { $0 === shown.stream } }
        choose()
        if let (files, batch) = awaited, let stream = files.first(of: batch) {
            awaited = nil
            select(streams.firstIndex { $0 === stream })
        }
        return true
    }

    /// Reads more files, at most 64 at once. The first readable one is shown as soon as it is read.
    package func add(_ more: [MediaLocation], wakeup: Wakeup) throws(PlatformError) {
        let local = more.filter { if case .url = $0 { false } else { true } }
        let remote = more.filter { if case .url = $0 { true } else { false } }
        if !remote.isEmpty { try read(remote, with: &addedRemote, wakeup) }
        if !local.isEmpty { try read(local, with: &addedLocal, wakeup) }
    }

    private func read(
        _ more: [MediaLocation], with reader: inout SubtitleFiles?, _ wakeup: Wakeup
    ) throws(PlatformError) {
        let files =
            if let reader { reader } else {
                try SubtitleFiles(
                    allowsNetwork: options.allowsNetwork, http: options.http, reading: reading, wakeup: wakeup)
            }
        reader = files
        awaited = (files, try files.read(more))
    }

    /// Returns the reasons why requested files can't be shown, each once.
    package func takeProblems() -> [MediaError] {
        readers.flatMap { $0.takeProblems() }
    }

    /// Shows a track; nil for none.
    package func select(_ index: Int?) {
        isChosen = true
        show(index.flatMap { streams.indices.contains($0) ? $0 : nil })
    }

    /// Shows the next track; none after the last.
    package func selectNext() {
        let next = selection.map { $0 + 1 } ?? 0
        select(streams.indices.contains(next) ? next : nil)
    }

    package func setStyle(_ change: (inout Style) -> Void) {
        change(&style)
        style.clamp()
    }

    package func close() {
        SubtitleFiles.close(readers)
    }

    private func choose() {
        guard !isChosen else { return }
        show(
            options.showsSubtitles
                ? SubtitleChoice.index(
                    of: streams.map(\.info), languages: options.subtitleLanguages, namesFiles: !requested.isEmpty)
                : nil)
    }

    private func show(_ index: Int?) {
        selection = index
        let stream = index.map { streams[$0] }
        guard shown?.stream !== stream else { return }
        shown = stream.map { Subtitles($0, text: reading.text) }
        isWarm = false
    }
}
