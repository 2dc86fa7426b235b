package import OrielMedia

/// Facts about a medium, known once it is open: its tracks and chapters.
public struct MediaInfo: Hashable, Sendable {
    /// The video stream that is played.
    package struct Video: Hashable, Sendable {
        /// Codec name in libavcodec, such as `h264`.
        package var codec: String
        /// Decoder name, such as `libdav1d`.
        package var decoder: String
        /// Visible size in samples as the container or codec declares it, before rotation and sample aspect ratio.
        package var width: Int
        package var height: Int
        /// Average frames per second; nil if unknown.
        package var framesPerSecond: Rational?
        package var sampleAspectRatio: Rational
        /// Rotation to apply when frames are shown.
        package var rotation: VideoFrame.Rotation
        /// Whether frames are mirrored left to right, before rotation.
        package var isFlipped: Bool
        /// Pixel format in libavutil's words, such as `yuv420p10le`; nil if only decoding reveals it.
        package var pixelFormat: String?
        /// Whether the medium is a single image.
        package var isStillImage: Bool
        /// Whether the medium is an animated image (GIF, APNG, WebP), which people expect to repeat.
        package var isAnimation: Bool

        package init(
            codec: String, decoder: String, width: Int, height: Int, framesPerSecond: Rational? = nil,
            sampleAspectRatio: Rational, rotation: VideoFrame.Rotation, isFlipped: Bool, pixelFormat: String? = nil,
            isStillImage: Bool, isAnimation: Bool
        ) {
            self.codec = codec
            self.decoder = decoder
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.sampleAspectRatio = sampleAspectRatio
            self.rotation = rotation
            self.isFlipped = isFlipped
            self.pixelFormat = pixelFormat
            self.isStillImage = isStillImage
            self.isAnimation = isAnimation
        }
    }

    /// Tags that name a medium, as its container has them: at most 4096 bytes each, without control characters.
    public struct Tags: Hashable, Sendable {
        /// Title alone, without the artist; nil if there is none.
        public var title: String?
        /// Artist, else the album's artist; nil if there is none.
        public var artist: String?
        /// Title of the album; nil if there is none.
        public var album: String?

        package init(title: String? = nil, artist: String? = nil, album: String? = nil) {
            self.title = title
            self.artist = artist
            self.album = album
        }
    }

    /// A video stream that can be chosen. Covers are not among them.
    public struct VideoTrack: Hashable, Sendable {
        /// Index of the stream in its container.
        public var stream: Int
        /// Codec name in libavcodec, such as `h264`.
        public var codec: String
        /// Visible width in samples as the container or codec declares it; 0 if it doesn't.
        public var width: Int
        /// Visible height in samples as the container or codec declares it; 0 if it doesn't.
        public var height: Int
        /// ISO 639 code; nil if the container has none.
        public var language: String?
        /// Title of the track; nil if the container has none.
        public var title: String?

        package init(stream: Int, codec: String, width: Int, height: Int, language: String? = nil, title: String? = nil)
        {
            self.stream = stream
            self.codec = codec
            self.width = width
            self.height = height
            self.language = language
            self.title = title
        }
    }

    /// An audio stream.
    public struct Audio: Hashable, Sendable {
        /// Index of the stream in its container.
        public var stream: Int
        /// Codec name in libavcodec, such as `aac`.
        public var codec: String
        /// Number of channels.
        public var channels: Int
        /// Samples per second.
        public var rate: Int
        /// ISO 639 code; nil if the container has none.
        public var language: String?
        /// Title of the track; nil if the container has none.
        public var title: String?
        /// Whether the container asks to play this track by default.
        public var isDefault: Bool
        /// Whether the track is a commentary on the medium.
        public var isCommentary: Bool
        /// Whether the track also describes the picture, for people who can't see it.
        public var isForVisuallyImpaired: Bool
        /// Name of the track's file; nil if the track is in the medium itself.
        public var file: String?

        package init(
            stream: Int, codec: String, channels: Int = 2, rate: Int = 48000, language: String? = nil,
            title: String? = nil, isDefault: Bool = false, isCommentary: Bool = false,
            isForVisuallyImpaired: Bool = false, file: String? = nil
        ) {
            self.stream = stream
            self.codec = codec
            self.channels = channels
            self.rate = rate
            self.language = language
            self.title = title
            self.isDefault = isDefault
            self.isCommentary = isCommentary
            self.isForVisuallyImpaired = isForVisuallyImpaired
            self.file = file
        }
    }

    /// A subtitle stream.
    public struct Subtitle: Hashable, Sendable {
        /// Index of the stream in its container.
        public var stream: Int
        /// Codec name in libavcodec, such as `subrip`.
        public var codec: String
        /// ISO 639 code; nil if the container has none.
        public var language: String?
        /// Title of the track; nil if the container has none.
        public var title: String?
        /// Whether the container asks to show this track by default.
        public var isDefault: Bool
        /// Whether the track holds only the necessary lines, such as signs and foreign speech.
        public var isForced: Bool
        /// Whether the track also describes sounds, for people who can't hear them.
        public var isForHearingImpaired: Bool
        /// Name of the track's file; nil if the track is in the medium itself.
        public var file: String?
        /// Whether the subtitles are bitmaps (PGS, DVB, VobSub) instead of text.
        public var isPicture: Bool

        package init(
            stream: Int, codec: String, language: String? = nil, title: String? = nil, isDefault: Bool = false,
            isForced: Bool = false, isForHearingImpaired: Bool = false, file: String? = nil, isPicture: Bool = false
        ) {
            self.stream = stream
            self.codec = codec
            self.language = language
            self.title = title
            self.isDefault = isDefault
            self.isForced = isForced
            self.isForHearingImpaired = isForHearingImpaired
            self.file = file
            self.isPicture = isPicture
        }
    }

    /// A part of the medium that begins at a media time.
    public struct Chapter: Hashable, Sendable {
        /// Media time at which the chapter begins.
        public var start: Duration
        /// Title given by the container or the app; nil if there is none.
        public var title: String?

        /// Makes a chapter that begins at a media time.
        public init(start: Duration, title: String? = nil) {
            self.start = start
            self.title = title
        }
    }

    /// A track of any kind.
    public enum Track: Hashable, Sendable {
        /// A video track.
        case video(VideoTrack)
        /// A sound track.
        case audio(Audio)
        /// A subtitle track.
        case subtitle(Subtitle)
    }

    /// Kind of a track, with AVFoundation's names.
    public enum Characteristic: Hashable, Sendable {
        /// Video.
        case visual
        /// Sound.
        case audible
        /// Subtitles.
        case legible
    }

    /// All tracks of the medium: video, sound, subtitles.
    public var tracks: [Track] {
        videoTracks.map { .video($0) } + audioTracks.map { .audio($0) } + subtitleTracks.map { .subtitle($0) }
    }

    /// Container's short name in libavformat, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    package var container: String
    package var title: String?
    /// Title, artist and album, as the medium's own tags have them.
    public package(set) var tags = Tags()
    /// Length of the medium; nil if endless, unknown, or a still image.
    public package(set) var duration: Duration?
    package var video: Video
    /// All video tracks that can be chosen.
    public package(set) var videoTracks: [VideoTrack] = []
    /// All audio tracks, those of additional files last.
    public package(set) var audioTracks: [Audio]
    /// All subtitle tracks of the medium itself.
    public package(set) var subtitleTracks: [Subtitle]
    /// Chapters in the order of their beginnings.
    public package(set) var chapters: [Chapter]
    /// The audio track that was played first; nil if there is none or none is wanted.
    package var playedAudio: Audio?
    /// Whether the container can be sought in; false for a pipe and for a live stream.
    public package(set) var isSeekable: Bool
    /// Whether the medium is live: it has no known length, and its container can't be sought in.
    public package(set) var isLive: Bool
    /// Whether the medium is live and can be opened anew at its present position.
    package var hasLiveEdge = false
    /// Whether the medium is live and the server's latest segments can be sought in.
    package var hasLiveWindow = false
    /// Whether `duration` is a guess from the bit rate of the beginning. Playback doesn't end by it, and seeks are not
    /// clamped to it.
    package var isDurationGuessed = false
    /// Whether the medium is a file that another program was still writing when it was last read. Its length is a guess
    /// then.
    package var isGrowing = false
    /// Whether it has grown since it was opened, so that the container's lengths are too short.
    package var hasGrown = false
    /// Whether the medium has only audio, so that `video` describes its cover or the frame in place of one.
    public package(set) var isSoundOnly = false
    /// Bits per second of the whole medium, as the container or libavformat's estimate has it; nil if unknown.
    public package(set) var bitRate: Int?

    package init(
        container: String, title: String? = nil, tags: Tags = Tags(), duration: Duration? = nil, video: Video,
        videoTracks: [VideoTrack] = [], audio: [Audio], subtitles: [Subtitle], chapters: [Chapter],
        playedAudio: Audio? = nil, isSeekable: Bool, isLive: Bool, hasLiveEdge: Bool = false,
        isDurationGuessed: Bool = false, isSoundOnly: Bool = false, bitRate: Int? = nil
    ) {
        self.container = container
        self.title = title
        self.tags = tags
        self.duration = duration
        self.video = video
        self.videoTracks = videoTracks
        audioTracks = audio
        subtitleTracks = subtitles
        self.chapters = chapters
        self.playedAudio = playedAudio
        self.isSeekable = isSeekable
        self.isLive = isLive
        self.hasLiveEdge = hasLiveEdge
        self.isDurationGuessed = isDurationGuessed
        self.isSoundOnly = isSoundOnly
        self.bitRate = bitRate
    }
}

extension MediaInfo {
    /// The length; nil if it is unknown or a guess.
    package var knownDuration: Duration? { isDurationGuessed ? nil : duration }
}

extension MediaInfo.Video {
    /// Describes the fixed frame that is shown with audio.
    package init(of picture: (frame: VideoFrame, codec: String)) {
        self.init(
            codec: picture.codec, decoder: picture.codec, width: picture.frame.width, height: picture.frame.height,
            framesPerSecond: nil, sampleAspectRatio: picture.frame.sampleAspectRatio, rotation: picture.frame.rotation,
            isFlipped: picture.frame.isFlipped, pixelFormat: nil, isStillImage: true, isAnimation: false)
    }
}
