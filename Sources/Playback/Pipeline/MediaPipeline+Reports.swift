/// What a pipeline is told, and what it tells.
extension MediaPipeline {
    /// How a medium is to be played.
    public struct Options: Hashable, Sendable {
        /// Begins again after the last frame, without a gap. A still image ignores it.
        public var loops: Bool
        /// The first frame to show is the one on screen at this time.
        public var startTime: Duration
        /// Threads inside the decoder; nil takes one where that is enough, and one per core, at most 16, where it isn't.
        public var decoderThreads: Int? {
            get { decoding.threads }
            set { decoding.threads = newValue }
        }
        /// How pictures are decoded.
        package var decoding = DecoderOptions()
        /// Whether a local file (a playlist, a session's description) may name addresses on the network.
        public var allowsNetwork: Bool
        /// What web servers are told; one that hangs up isn't asked again unless told otherwise.
        public var http = HTTPOptions(longestReconnectDelay: .zero)
        /// Whether pictures are made of fields where frames are flagged as such.
        public var deinterlaces = true
        /// Media seconds per second that its sound is made for at first.
        public var speed: Double
        /// Files whose sound goes with it, the first of which is heard.
        public var audioFiles: [MediaLocation] = []
        /// The languages in which sound is liked, best first, by their ISO 639 codes.
        public var audioLanguages: [String] = []
        /// The generation of its first frames; those of later ones are larger.
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

    /// Where the pipeline is.
    public enum Phase: Hashable, Sendable {
        case opening
        case ready
        /// The last frame is in the queue or was taken. A seek makes it ready again.
        case ended
        /// Final. Frames that had been decoded before still wait, and are to be shown before this is told.
        case failed(MediaError)

        /// Why it failed, if it did.
        public var failure: MediaError? {
            if case .failed(let error) = self { error } else { nil }
        }
    }

    /// The pipeline's state at one moment.
    public struct Snapshot: Hashable, Sendable {
        public internal(set) var phase: Phase = .opening
        /// Known from `ready` on, and kept.
        public internal(set) var info: MediaInfo?
        /// Media time until which everything was read, of all streams that are played; nil where nothing was, or the
        /// container doesn't say. While a repetition is read, it is the end of the present one.
        public internal(set) var bufferedUntil: Duration?
        /// Until when there is sound in this run, once all of it was read; nil before, and without sound.
        public internal(set) var soundUntil: Duration?
        /// Pictures that nobody saw were left out for the sound's sake (see `wantsPictures`); a seek brings them back.
        public internal(set) var hasLostPictures = false
        /// Nothing is left to read in this run: what waits is all that comes.
        public internal(set) var isReadToEnd = false
        /// Reading broke off at `bufferedUntil` by this, which becomes the phase behind the frames of before. A seek may do
        /// better.
        public internal(set) var readFailure: MediaError?
        /// As much was read ahead as may wait; reading goes on when frames are taken.
        public internal(set) var isFull = false
        /// No frame waits and none is being decoded, since the medium gives no packets: a network that is slow or silent.
        public internal(set) var isStalled = false
        /// What could not be decoded on in the middle, while the rest is played: each of pictures and sound once.
        public internal(set) var losses: [MediaError] = []
        /// No more pictures come in this run, for their codec has changed; what else there is goes on.
        public internal(set) var arePicturesLost = false
        /// No pictures came for a while though sound did, up to `bufferedUntil`: what there is goes on without them.
        public internal(set) var arePicturesPaused = false
        /// The last picture that was decoded is one field of an interlaced frame.
        public internal(set) var isDeinterlaced = false
    }

    /// Counters since the start, and the queues' present lengths.
    public struct Statistics: Hashable, Sendable {
        /// Frames that came out of the decoder, also those before a seek's target.
        public internal(set) var decoded = 0
        /// Frames that were decoded on the way to a seek's target and not delivered.
        public internal(set) var skipped = 0
        /// Frames that went into the queue.
        public internal(set) var delivered = 0
        /// Packets that the decoder refused.
        public internal(set) var refusedPackets = 0
        /// Packets that the container marked as damaged, and reads that failed.
        public internal(set) var corruptPackets = 0
        /// Frames with concealed damage.
        public internal(set) var corruptFrames = 0
        /// Repetitions begun.
        public internal(set) var loops = 0
        public internal(set) var queuedFrames = 0
        public internal(set) var queuedPackets = 0
        public internal(set) var queuedBytes = 0
        /// Decoded pictures that are alive, queued or not, and the most that ever were.
        public internal(set) var pictureBytes = 0
        public internal(set) var peakPictureBytes = 0
        /// How often decoding passed from one thread to several or back, and how often a run began again for that.
        package internal(set) var decoderChanges = 0
        package internal(set) var decoderReplays = 0
    }
}
