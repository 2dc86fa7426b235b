public import OrielLibav
public import OrielDemux
package import OrielDecode

extension MediaPipeline {
    /// Options for playing a medium.
    public struct Options: Hashable, Sendable {
        /// Whether playback begins again after the last frame, without a gap. Ignored for a still image.
        public var loops: Bool
        /// Media time of the first frame to show.
        public var startTime: Duration
        /// Options of the video decoder.
        package var decoding = DecoderOptions()
        /// Whether a local file (a playlist, a session description) may name addresses on the network.
        public var allowsNetwork: Bool
        /// HTTP options. By default, a connection that the server closes is not retried.
        public var http = HTTPOptions(longestReconnectDelay: .zero)
        /// Whether frames flagged as interlaced are split into fields.
        public var deinterlaces: Bool {
            get { settings.deinterlaces }
            set { settings.deinterlaces = newValue }
        }
        /// Settings at the beginning.
        package var settings = SourceSettings()
        /// Initial speed of the audio, in media seconds per second.
        public var speed: Double
        /// Files with additional audio tracks; the first of them is played.
        public var audioFiles: [MediaLocation] = []
        /// Preferred audio languages as ISO 639 codes, best first.
        public var audioLanguages: [String] = []
        /// Generation of the first frames; later generations are larger.
        package var firstGeneration = 0

        public init(
            loops: Bool = false, startTime: Duration = .zero, decoderThreads: Int? = nil, allowsNetwork: Bool = false,
            speed: Double = 1
        ) {
            self.speed = speed
            self.loops = loops
            self.startTime = startTime
            decoding.threads = decoderThreads
            self.allowsNetwork = allowsNetwork
        }
    }

    /// State of the pipeline.
    public enum Phase: Hashable, Sendable {
        case opening
        case ready
        /// The last frame is in the queue or was taken. A seek makes the pipeline ready again.
        case ended
        /// Final. Frames that were decoded before are still in the queue, and shall be shown before this is reported.
        case failed(MediaError)

        /// The error of a failed pipeline; nil in other phases.
        public var failure: MediaError? {
            if case .failed(let error) = self { error } else { nil }
        }
    }

    /// The pipeline's state at one moment.
    public struct Snapshot: Hashable, Sendable {
        public internal(set) var phase: Phase = .opening
        /// The medium's tracks and properties. Nil before `ready`, then never nil again.
        public internal(set) var info: MediaInfo?
        /// Media time until which all played streams were read. Nil if nothing was read or the container has no times.
        /// While a repetition is being read, the end of the present one.
        public internal(set) var bufferedUntil: Duration?
        /// Media time at which the audio of this run ends, once all of it was read. Nil before that, and without audio.
        public internal(set) var soundUntil: Duration?
        /// Whether frames that were not seen were dropped so that audio could go on (see `SourceSettings.wantsFrames`).
        /// A seek brings them back.
        public internal(set) var hasLostVideo = false
        /// Whether this run was read to its end: only queued packets and frames are still to come.
        public internal(set) var isReadToEnd = false
        /// The error that ended reading at `bufferedUntil`. It becomes the phase once the frames before it were
        /// decoded; a seek may succeed.
        public internal(set) var readFailure: MediaError?
        /// Whether the packet queues are full; reading goes on when frames are taken.
        public internal(set) var isFull = false
        /// Whether no frame is queued or being decoded because no packets come, as from a slow or silent network.
        public internal(set) var isStalled = false
        /// Streams that became undecodable in the middle while the rest is played. At most one error each for video and
        /// audio.
        public internal(set) var losses: [MediaError] = []
        /// Whether the video of this run ended early because its codec has changed; the other streams go on.
        public internal(set) var isVideoLost = false
        /// Whether video is missing for a while although audio came, up to `bufferedUntil`; playback goes on without
        /// video.
        public internal(set) var isVideoPaused = false
        /// Whether the last decoded frame is a field of an interlaced frame.
        public internal(set) var isDeinterlaced = false
        /// Whether frames are decoded in hardware, and why not.
        package internal(set) var hardware = HardwareStatus()
    }

    /// Counters since the start, and the present lengths of the queues.
    public struct Statistics: Hashable, Sendable {
        /// Frames that came out of the decoder, including those before a seek's target.
        public internal(set) var decoded = 0
        /// Frames of these that were decoded in hardware.
        package internal(set) var decodedInHardware = 0
        /// Packets that the decoder rejected.
        public internal(set) var refusedPackets = 0
        /// Frames with concealed damage.
        public internal(set) var corruptFrames = 0
        /// Repetitions that have begun.
        public internal(set) var loops = 0
        public internal(set) var queuedFrames = 0
        public internal(set) var queuedPackets = 0
        public internal(set) var queuedBytes = 0
        /// Bytes of decoded frames that are alive, queued or not: now, and the maximum so far.
        public internal(set) var frameBytes = 0
        public internal(set) var peakPictureBytes = 0
        /// Changes between one decoder thread and several.
        package internal(set) var decoderChanges = 0
    }
}
