package import OrielMedia

/// What a medium is, known once it is open: its tracks and its chapters.
public struct MediaInfo: Hashable, Sendable {
    /// The video stream that is played.
    package struct Video: Hashable, Sendable {
        /// The codec's name in libavcodec, such as `h264`.
        package var codec: String
        /// The decoder's name, such as `libdav1d`.
        package var decoder: String
        /// Visible size in samples as the container or codec declares it, before rotation and sample aspect ratio.
        package var width: Int
        package var height: Int
        /// Average frames a second, where it is known.
        package var framesPerSecond: Rational?
        package var sampleAspectRatio: Rational
        /// How the picture is to be turned when shown.
        package var rotation: VideoFrame.Rotation
        /// Mirrored left to right, before rotation.
        package var isFlipped: Bool
        /// The decoder's pixel format in libavutil's words, such as `yuv420p10le`; nil where only decoding tells.
        package var pixelFormat: String?
        /// One picture that lasts.
        package var isStillImage: Bool
        /// A moving picture of an image format (GIF, APNG, WebP), which people expect to repeat.
        package var isAnimation: Bool
    }

    /// A stream of moving pictures that can be chosen; a cover is none.
    public struct VideoTrack: Hashable, Sendable {
        /// The stream's number in its container.
        public var stream: Int
        /// The codec's name in libavcodec, such as `h264`.
        public var codec: String
        /// Visible size in samples as the container or codec declares it; 0 where it doesn't.
        public var width: Int
        /// As `width`.
        public var height: Int
        /// ISO 639 code, where the container says.
        public var language: String?
        /// What the container calls it.
        public var title: String?
    }

    /// A sound stream.
    public struct Audio: Hashable, Sendable {
        /// The stream's number in its container.
        public var stream: Int
        /// The codec's name in libavcodec, such as `aac`.
        public var codec: String
        /// How many channels it has.
        public var channels: Int
        /// Samples a second.
        public var rate: Int
        /// ISO 639 code, where the container says.
        public var language: String?
        /// What the container calls it.
        public var title: String?
        /// The container asks for it to be heard unless someone chooses otherwise.
        public var isDefault: Bool
        /// Talk about the medium.
        public var isCommentary: Bool
        /// What is seen is described as well.
        public var isForVisuallyImpaired: Bool
        /// The file's name where it isn't the medium itself.
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

    /// A stream of subtitles.
    public struct Subtitle: Hashable, Sendable {
        /// The stream's number in its container.
        public var stream: Int
        /// The codec's name in libavcodec, such as `subrip`.
        public var codec: String
        /// ISO 639 code, where the container says.
        public var language: String?
        /// What the container calls it.
        public var title: String?
        /// The container asks for it to be shown unless someone chooses otherwise.
        public var isDefault: Bool
        /// Only what must be understood, such as signs and foreign speech.
        public var isForced: Bool
        /// Sounds are described as well.
        public var isForHearingImpaired: Bool
        /// The file's name where it isn't the medium itself.
        public var file: String?
        /// Made of pictures (PGS, DVB, VobSub) rather than of text.
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

    /// A part of the medium that has a beginning of its own.
    public struct Chapter: Hashable, Sendable {
        /// Media time.
        public var start: Duration
        /// What the container, or the app, calls it.
        public var title: String?

        /// A part that begins at a media time.
        public init(start: Duration, title: String? = nil) {
            self.start = start
            self.title = title
        }
    }

    /// The container's short name in libavformat, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    package var container: String
    package var title: String?
    /// Nil where it is endless, unknown, or a still image.
    package var duration: Duration?
    package var video: Video
    /// All its moving pictures.
    package var videoTracks: [VideoTrack] = []
    /// All its sound, that of other files last.
    package var audio: [Audio]
    package var subtitles: [Subtitle]
    /// By their beginning.
    package var chapters: [Chapter]
    /// The one that was played at first; nil where there is none, or none is wanted.
    package var playedAudio: Audio?
    /// False for a pipe and for what comes live.
    package var isSeekable: Bool
    /// It comes as it happens: neither its length nor a way back is known.
    package var isLive: Bool
    /// It comes live, and can be taken up where it is by now.
    package var hasLiveEdge = false
    /// The length is a guess from the bit rate of the beginning: nothing ends by it, and no seek is bounded by it.
    package var isDurationGuessed = false
    /// It is sound alone: `video` is its cover, or its title.
    package var isSoundOnly = false
}

extension MediaInfo {
    /// The length, unless that is unknown or a guess.
    var knownDuration: Duration? { isDurationGuessed ? nil : duration }
}

extension MediaInfo.Video {
    /// One picture that stands beside sound.
    init(of picture: (frame: VideoFrame, codec: String)) {
        self.init(
            codec: picture.codec, decoder: picture.codec, width: picture.frame.width, height: picture.frame.height,
            framesPerSecond: nil, sampleAspectRatio: picture.frame.sampleAspectRatio, rotation: picture.frame.rotation,
            isFlipped: picture.frame.isFlipped, pixelFormat: nil, isStillImage: true, isAnimation: false)
    }
}
