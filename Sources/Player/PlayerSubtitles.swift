package import OrielMedia
package import OrielPlatform
package import OrielPlayback
package import OrielSubtitles
import OrielTransport

/// A player's subtitles: those there are, the ones that are shown, and how. Main thread.
@MainActor
package final class PlayerSubtitles {
    /// How they begin.
    package struct Options: Hashable, Sendable {
        /// Files beside the medium's own, the first of which is shown.
        package var files: [MediaLocation] = []
        /// ISO 639 codes, the one liked best first.
        package var languages: [String] = []
        /// The charset of text that is not UTF-8, as iconv names it; nil to guess.
        package var charset: String?
        /// False for none until they are asked for.
        package var areShown = true
        package var style = Style()

        package init() {}
    }

    /// How they are shown, whichever they are.
    package struct Style: Hashable, Sendable {
        /// How much later than their medium says.
        package var delay = Duration.zero
        /// Of their size.
        package var scale = 1.0
        /// 100 for the bottom, 0 for the top.
        package var position = 100.0

        package init() {}

        mutating func clamp() {
            delay = PlaybackLimits.subtitleDelay.nearest(to: delay)
            scale = PlaybackLimits.subtitleScale.nearest(to: scale.isFinite ? scale : 1)
            position = PlaybackLimits.subtitlePosition.nearest(to: position.isFinite ? position : 100)
        }
    }

    private let options: Options
    private let medium: MediaLocation?
    private var reading: SubtitleReading
    private let allowsNetwork: Bool
    private let http: HTTPOptions
    private var files: SubtitleFiles?
    /// Files that came later. A server that doesn't answer holds up no file of this machine.
    private struct Added {
        var local: SubtitleFiles?
        var remote: SubtitleFiles?

        var all: [SubtitleFiles] { [local, remote].compactMap(\.self) }
    }

    private var added = Added()
    /// The batch that is shown as soon as it is read.
    private var awaited: (files: SubtitleFiles, batch: Int)?
    /// The medium's own, then those of files.
    package private(set) var streams: [SubtitleStream] = []
    /// The one that is shown, by its place among `streams`.
    package private(set) var selection: Int?
    /// What is drawn of it.
    package private(set) var shown: Subtitles?
    /// Somebody chose, or chose none.
    private var isChosen = false
    /// A picture of what is shown has been drawn: more are drawn in no time.
    package var isWarm = false
    package private(set) var style: Style

    /// - Parameter medium: nil for what is no file.
    package init(_ options: Options, of medium: MediaLocation?, allowsNetwork: Bool, http: HTTPOptions) {
        self.options = options
        self.medium = medium
        self.allowsNetwork = allowsNetwork
        var http = http
        if case .url(let address)? = medium { http.medium = address }
        self.http = http
        reading = SubtitleReading(text: TextHints(charset: options.charset, preferences: options.languages))
        style = options.style
        style.clamp()
    }

    /// `open` was called.
    package private(set) var isOpen = false
    private var own: [SubtitleStream] = []

    /// The medium is open: its subtitles are known, and others are looked for.
    /// - Parameters:
    ///   - frameRate: the medium's frames a second; nil if unknown.
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
        guard !options.files.isEmpty || neighbour != nil else { return }
        files = try SubtitleFiles(
            options.files, beside: neighbour, allowsNetwork: allowsNetwork, http: http, reading: reading,
            wakeup: wakeup)
    }

    /// Takes in the files that were read meanwhile. True where there are more to choose from now.
    package func update() -> Bool {
        let all = own + (files?.streams ?? []) + added.all.flatMap(\.streams)
        guard all.count != streams.count else { return false }
        streams = all
        // Those that are shown may stand elsewhere now.
        if let shown { selection = streams.firstIndex { $0 === shown.stream } }
        choose()
        if let (files, batch) = awaited, let stream = files.first(of: batch) {
            awaited = nil
            select(streams.firstIndex { $0 === stream })
        }
        return true
    }

    /// Reads more files, 64 at once at most. The first one that can be read is shown as soon as it is.
    package func add(_ more: [MediaLocation], wakeup: Wakeup) throws(PlatformError) {
        let local = more.filter { if case .url = $0 { false } else { true } }
        let remote = more.filter { if case .url = $0 { true } else { false } }
        if !remote.isEmpty { try read(remote, with: \.remote, wakeup) }
        if !local.isEmpty { try read(local, with: \.local, wakeup) }
    }

    private func read(
        _ more: [MediaLocation], with reader: WritableKeyPath<Added, SubtitleFiles?>, _ wakeup: Wakeup
    ) throws(PlatformError) {
        var files = added[keyPath: reader]
        if files == nil {
            files = try SubtitleFiles(allowsNetwork: allowsNetwork, http: http, reading: reading, wakeup: wakeup)
            added[keyPath: reader] = files
        }
        guard let files else { return }
        awaited = (files, try files.read(more))
    }

    /// The reasons why named files can't be shown, each once.
    package func takeProblems() -> [MediaError] {
        (files?.takeProblems() ?? []) + added.all.flatMap { $0.takeProblems() }
    }

    /// Shows others, or none.
    package func select(_ index: Int?) {
        isChosen = true
        show(index.flatMap { streams.indices.contains($0) ? $0 : nil })
    }

    /// The one after the one that is shown; after the last, none.
    package func selectNext() {
        let next = selection.map { $0 + 1 } ?? 0
        select(streams.indices.contains(next) ? next : nil)
    }

    package func setStyle(_ change: (inout Style) -> Void) {
        change(&style)
        style.clamp()
    }

    package func close() {
        SubtitleFiles.close((files.map { [$0] } ?? []) + added.all)
    }

    private func choose() {
        guard !isChosen else { return }
        show(
            options.areShown
                ? SubtitleChoice.index(
                    of: streams.map(\.info), languages: options.languages, namesFiles: !options.files.isEmpty) : nil)
    }

    private func show(_ index: Int?) {
        selection = index
        let stream = index.map { streams[$0] }
        guard shown?.stream !== stream else { return }
        shown = stream.map { Subtitles($0, text: reading.text) }
        isWarm = false
    }
}
