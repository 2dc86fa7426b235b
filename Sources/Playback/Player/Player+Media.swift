package import OrielAudioOutput
public import OrielDecode
public import OrielDemux
public import OrielLibav
import OrielPipeline
import OrielPlatform
import OrielTransport

/// Players of files and addresses.
extension Player {
    /// Options of a player.
    public struct Options: Hashable, Sendable {
        /// Whether playback begins by itself, as soon as a `PlayerView` shows the player. By default the player waits
        /// at its first frame for `Player.play()`, as AVPlayer does.
        public var playsAutomatically = false
        /// Whether a medium begins again after its last frame, without a gap.
        public var loops = false
        /// Speed in media seconds per second, 0.1 to 8. From 0.25 to 4 sound is played, at its own pitch.
        package var speed = 1.0
        /// Media time at which playback starts.
        public var startTime = Duration.zero
        /// Volume in per cent, 0 to 130; 100 is the medium's own.
        package var volumePercent = 100
        /// Whether the player begins muted.
        public var isMuted = false
        /// Delay of sound against video, at most 10 seconds either way.
        public var audioDelay = Duration.zero
        /// Additional sound files; the first one is played.
        public var audioFiles: [String] = []
        /// Preferred languages of sound, best first, by their ISO 639 codes; empty for the medium's default.
        public var audioLanguages: [String] = []
        /// Whether sound is decoded at all.
        public var playsSound = true
        /// Additional subtitle files; the first one is shown.
        public var subtitleFiles: [String] = []
        /// Preferred languages of subtitles, best first, by their ISO 639 codes; empty for the medium's default.
        public var subtitleLanguages: [String] = []
        /// Charset of subtitles that are not UTF-8, by a name that iconv knows, such as `windows-1251`; nil to guess
        /// it. A name that iconv doesn't know counts as western European.
        public var subtitleCharset: String?
        /// Delay of subtitles, at most 10 minutes either way.
        public var subtitleDelay = Duration.zero
        /// Scale of subtitles, 0.2 to 5; 1 is their own size.
        public var subtitleScale = 1.0
        /// Vertical position of subtitle lines without a position of their own: 100 is the bottom, 0 the top.
        public var subtitlePosition = 100.0
        /// Whether subtitles are shown at the start.
        public var showsSubtitles = true
        /// Whether interlaced video is deinterlaced to one frame per field.
        public var deinterlaces = true
        /// Whether frames that no other refers to are decoded without their loop filter (H.264, HEVC; libavcodec's
        /// `skip_loop_filter`). This is faster, and hardly visible in small video.
        public var skipsLoopFilter = false
        /// Whether a graphics device decodes the video. It never has to: where it can't, or fails, software goes on.
        public var hardwareDecoding = HardwareDecoding.auto
        /// Path of the device that decodes, such as `/dev/dri/renderD128`; nil for the one that the compositor draws
        /// with, or else the machine's first.
        public var hardwareDevice: String?
        /// Text shown while there is nothing to play (see `PlayerView.Options.opensFiles`); nil for no frame.
        public var hint: String?
        /// Destination of sound.
        package var audio = AudioSink.auto
        /// Whether a local file (a playlist, a session description) may refer to addresses on the network.
        public var allowsNetwork = false
        /// Options of HTTP requests: User-Agent, headers, reconnection and certificates.
        public var http = HTTPOptions()

        /// Makes the default options: from the beginning, at normal speed, after `Player.play()`.
        public init() {}

        /// The default options, with `playsAutomatically`.
        public static var playsAutomatically: Options {
            var options = Options()
            options.playsAutomatically = true
            return options
        }

        /// Whether the player begins paused at its first frame.
        @available(*, deprecated, message: "use playsAutomatically, which is the opposite")
        public var isPaused: Bool {
            get { !playsAutomatically }
            set { playsAutomatically = !newValue }
        }
    }

    /// State of a player's medium, or of an item: `AVPlayerItem.Status`.
    public enum Status: Hashable, Sendable {
        /// The medium is being opened, or isn't yet; nothing can be shown.
        case unknown
        /// The medium can be shown.
        case readyToPlay
        /// The medium can't be played, or not further. Another item can (`replaceCurrentItem(with:)`).
        case failed(MediaError)

        /// The former name of `unknown`.
        @available(*, deprecated, renamed: "unknown")
        public static var opening: Status { .unknown }
        /// The former name of `readyToPlay`.
        @available(*, deprecated, renamed: "readyToPlay")
        public static var ready: Status { .readyToPlay }
    }

    /// Makes a player of a medium and starts to open it, on other threads. It waits at its first frame for `play()`,
    /// unless the options say `playsAutomatically`. A failure of the medium is reported as `status`.
    /// - Parameters:
    ///   - media: the path of a file, `-` for standard input, or any URL that libavformat opens.
    ///   - options: the player's options.
    /// - Throws: `StartError` if the system refuses a file descriptor or a thread.
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

    /// Makes a player of a list of items, which plays them one after another without a gap; starts to open the first
    /// one.
    /// - Parameters:
    ///   - items: may be empty; an item that occurs several times is taken once. The list can be changed later.
    ///   - options: options for each item, except its start time and its additional files.
    /// - Throws: `StartError` if the system refuses a file descriptor or a thread.
    public convenience init(items: [PlayerItem], options: Options = Options()) throws(StartError) {
        let source: QueueSource
        var sound: PlayerSound?
        let speed = PlaybackLimits.speed.nearest(to: options.speed)
        var level = SoundLevel()
        (level.volume, level.isMuted) = (options.volumePercent, options.isMuted)
        if let taken = items.first(where: { $0.isTaken(from: nil) }) { throw StartError(taken.takenText) }
        do {
            if options.playsSound, options.audio != .none {
                sound = try PlayerSound(
                    options.audio, level: level, delay: PlaybackLimits.audioDelay.nearest(to: options.audioDelay))
            }
            var pipeline = MediaPipeline.Options(
                loops: options.loops, allowsNetwork: options.allowsNetwork, speed: speed)
            pipeline.audioLanguages = options.audioLanguages
            pipeline.http = options.http
            pipeline.deinterlaces = options.deinterlaces
            pipeline.decoding.skipsLoopFilter = options.skipsLoopFilter
            pipeline.settings.hardware = HardwareWish(options.hardwareDecoding)
            pipeline.decoding.hardware = HardwareOptions(node: options.hardwareDevice)
            source = try QueueSource(
                items, options: pipeline, audio: sound?.output, hint: options.hint.map { DrawnFrame.text($0) })
        } catch { throw StartError(refused: error) }
        self.init(
            source: source, sound: sound, level: level,
            paused: !options.playsAutomatically, speed: speed, start: items.first?.currentTime() ?? .zero)
        _ = items.taken(by: self)
        currentItem?.soughtTime = nil
        takesNews = false
        itemOptions = options
        renewSubtitles()
        noteFirstValues()
    }

    /// State of the present medium.
    public var status: Status { observed(\.status, mediumStatus) }

    /// State of the present medium, for observers.
    var mediumStatus: Status {
        if hasFailed, let failure = source.failure { return .failed(failure) }
        return switch source.state.phase {
        case .opening: .unknown
        case .ready, .ended: .readyToPlay
        case .failed: source.failure.map { .failed($0) } ?? .readyToPlay
        }
    }

    /// Duration of the medium; nil while it is being opened, and for a stream that doesn't tell it.
    public var duration: Duration? { observed(\.duration, source.state.duration) }

    /// Bits per second of the medium, as its container or an estimate has it; nil while it is being opened, and if it
    /// is unknown.
    public var bitRate: Int? { observed(\.bitRate, source.description.bitRate) }

    /// Whether there is nothing to play and the hint is shown.
    package var isEmpty: Bool { queue?.showsHint ?? false }

    /// The present item's title, the medium's own, or else its file's name.
    public var title: String {
        access(\.title)
        let description = source.description
        for title in [currentItem?.title, names.title, description.title] {
            if let title, !title.isEmpty { return title }
        }
        return PathText.shown(MediaLocation.fileName(of: description.address))
    }

    /// Title, artist and album: those of `PlayerItem.externalMetadata`, else as the medium's own tags have them, which
    /// are nil while it is being opened. Without a picture, a view shows them beside the cover.
    public var tags: MediaInfo.Tags {
        access(\.tags)
        let (given, own) = (names, source.description.tags)
        return MediaInfo.Tags(
            title: given.title ?? own.title, artist: given.artist ?? own.artist, album: given.album ?? own.album)
    }

    /// The app's own names of the present item.
    private var names: MediaInfo.Tags {
        var names = MediaInfo.Tags()
        for fact in currentItem?.metadata ?? [] {
            switch fact {
            case .title(let title): names.title = title
            case .artist(let artist): names.artist = artist
            case .album(let album): names.album = album
            }
        }
        return names
    }

    /// Replaces the subtitles by those of the present item, with the present style.
    func renewSubtitles() {
        subtitles?.close()
        guard let item = currentItem else { return subtitles = nil }
        let style = subtitles?.style
        subtitles = PlayerSubtitles(
            itemOptions, of: item.location, files: item.subtitleFiles.map { MediaLocation($0) })
        if let style { subtitles?.setStyle { $0 = style } }
        subtitles?.onLines = { [weak self] lines in
            guard let self else { return }
            tell(\.subtitleLines)
            for handler in onSubtitleLines { handler(lines) }
        }
    }

    /// Ends the medium's threads, which takes at most as long as decoding one frame. The last frame stays.
    package func close() {
        face.finish()
        detach()
        source.close()
        subtitles?.close()
        sound?.close()
    }
}
