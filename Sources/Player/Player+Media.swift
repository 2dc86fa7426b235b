package import OrielAudioOutput
import OrielMedia
import OrielPlatform
public import OrielPlayback
import OrielTransport

/// A player of a file or an address.
extension Player {
    /// How a medium begins.
    public struct Options: Hashable, Sendable {
        /// Stands at its first frame until `resume`.
        public var isPaused = false
        /// Begins again after its last frame, without a gap.
        public var loops = false
        /// Media seconds per second, 0.1 to 8. From 0.25 to 4 sound is heard, in its own pitch.
        public var speed = 1.0
        /// Media time of the first frame that is shown.
        public var startTime = Duration.zero
        /// Per cent, 0 to 130.
        public var volume = 100
        /// Nothing is heard of it until it is unmuted.
        public var isMuted = false
        /// How much later sound is heard than the picture is seen that it belongs to.
        public var audioDelay = Duration.zero
        /// Files whose sound goes with the medium; the first of them is heard.
        public var audioFiles: [String] = []
        /// The languages in which sound is liked, best first, by their ISO 639 codes; none for what the medium asks for.
        public var audioLanguages: [String] = []
        /// Whether its sound is decoded at all.
        public var playsSound = true
        /// Files with subtitles besides the medium's own; the first of them is shown.
        public var subtitleFiles: [String] = []
        /// The languages in which subtitles are liked, best first, by their ISO 639 codes; none for what the medium asks for.
        public var subtitleLanguages: [String] = []
        /// The charset of subtitles that are not UTF-8, by a name that iconv knows, such as `windows-1251`; nil to guess it. A name that
        /// iconv doesn't know counts as western European.
        public var subtitleCharset: String?
        /// How much later subtitles come than their medium says.
        public var subtitleDelay = Duration.zero
        /// Of the subtitles' own size, 0.2 to 5.
        public var subtitleScale = 1.0
        /// Where lines stand that nothing places: 100 for the bottom, 0 for the top.
        public var subtitlePosition = 100.0
        /// Whether subtitles are shown before someone asks for them.
        public var showsSubtitles = true
        /// Whether interlaced video is shown field by field, each as a whole picture.
        public var deinterlaces = true
        /// Whether pictures that no other refers to are decoded without their loop filter, which is quicker and hardly seen where the
        /// video is shown small (H.264, HEVC; libavcodec's `skip_loop_filter`).
        public var skipsLoopFilter = false
        /// What is said where there is nothing to play, in the picture's place (see `PlayerView.Options.opensFiles`); nil for no picture.
        public var hint: String?
        /// Where sound goes.
        package var audio = AudioSink.auto
        /// Whether a local file (a playlist, a session's description) may name addresses on the network.
        public var allowsNetwork = false
        /// What web servers are told, and whether a lost connection is sought again.
        public var http = HTTPOptions()

        /// From the beginning, at normal speed.
        public init() {}
    }

    /// Where a player's medium is.
    public enum Status: Hashable, Sendable {
        /// Being opened; nothing can be shown yet.
        case opening
        /// It can be shown.
        case ready
        /// It cannot be played. Final.
        case failed(MediaError)
    }

    /// Starts to open a medium, on threads of its own, and plays it as soon as a `PlayerView` shows it. What is wrong with
    /// the medium comes as `status`.
    /// - Parameters:
    ///   - media: a file's path, `-` for standard input, or any address that libavformat opens.
    ///   - options: how it begins.
    /// - Throws: where the system refuses descriptors.
    public convenience init(_ media: String, options: Options = Options()) throws(StartError) {
        try self.init(MediaLocation(media), options: options)
    }

    package convenience init(_ location: MediaLocation, options: Options) throws(StartError) {
        try self.init(
            items: [
                PlayerItem(
                    location, startTime: options.startTime, audioFiles: options.audioFiles,
                    subtitleFiles: options.subtitleFiles)
            ], options: options)
    }

    /// Starts to open the first of several media, and plays them one after the other without a gap.
    /// - Parameters:
    ///   - items: may be empty, and changed at any time.
    ///   - options: how each begins, but for what the items say themselves: where, and which files go with them.
    /// - Throws: where the system refuses descriptors.
    public convenience init(items: [PlayerItem], options: Options = Options()) throws(StartError) {
        let source: QueueSource
        var sound: PlayerSound?
        let speed = PlaybackLimits.speed.nearest(to: options.speed)
        do {
            if options.playsSound, options.audio != .none {
                sound = try PlayerSound(
                    options.audio, volume: options.volume, isMuted: options.isMuted,
                    delay: PlaybackLimits.audioDelay.nearest(to: options.audioDelay))
            }
            var pipeline = MediaPipeline.Options(
                loops: options.loops, allowsNetwork: options.allowsNetwork, speed: speed)
            pipeline.audioLanguages = options.audioLanguages
            pipeline.http = options.http
            pipeline.deinterlaces = options.deinterlaces
            pipeline.decoding.skipsLoopFilter = options.skipsLoopFilter
            source = try QueueSource(
                items, options: pipeline, audio: sound?.output, hint: options.hint.map { TitlePicture.draw($0) })
        } catch { throw StartError(refused: error) }
        self.init(
            source: source, sound: sound,
            paused: options.isPaused, speed: speed, start: items.first?.startTime ?? .zero)
        takesNews = false
        itemOptions = options
        renewSubtitles()
        silentVolume = options.volume
        isSilentlyMuted = options.isMuted
    }

    /// Where the medium is, now.
    public var status: Status {
        if hasFailed, let failure = source.failure { return .failed(failure) }
        return switch source.state.phase {
        case .opening: .opening
        case .ready, .ended: .ready
        case .failed: source.failure.map { .failed($0) } ?? .ready
        }
    }

    /// The medium's length; nil while it is opened, and for a stream that does not tell.
    public var duration: Duration? { source.state.duration }

    /// Nothing is to be played, and what is seen says so.
    package var isEmpty: Bool { queue?.showsHint ?? false }

    /// What the medium calls itself, else its file's name.
    public var title: String {
        let description = source.description
        if let title = description.title, !title.isEmpty { return title }
        let address = description.address
        return PathText.shown(address.split(separator: "/").last.map(String.init) ?? address)
    }

    /// The subtitles of the present item, in the way that was chosen last.
    func renewSubtitles() {
        subtitles?.close()
        guard let item = currentItem else { return subtitles = nil }
        var options = PlayerSubtitles.Options(itemOptions)
        options.files = item.subtitleFiles.map { MediaLocation($0) }
        if let style = subtitles?.style { options.style = style }
        subtitles = PlayerSubtitles(
            options, of: item.location, allowsNetwork: itemOptions.allowsNetwork, http: itemOptions.http)
    }

    /// Ends the medium's threads, which takes no longer than one frame to decode. The picture stays as it is.
    package func close() {
        detach()
        source.close()
        subtitles?.close()
        sound?.close()
    }
}

extension PlayerSubtitles.Options {
    fileprivate init(_ options: Player.Options) {
        self.init()
        languages = options.subtitleLanguages
        charset = options.subtitleCharset
        areShown = options.showsSubtitles
        style.delay = options.subtitleDelay
        style.scale = options.subtitleScale
        style.position = options.subtitlePosition
    }
}
