/// What `oriel status --json` prints. Fields are only ever added.
public struct SessionStatus: Hashable, Sendable, Codable {
    public var version = 1
    public var players: [PlayerStatus]

    public init(players: [PlayerStatus] = []) { self.players = players }
}

/// One player's state, as it tells it itself.
public struct PlayerStatus: Hashable, Sendable, Codable {
    public enum Mode: String, Hashable, Sendable, Codable { case window, fullscreen, pip, hidden }

    public enum Surface: String, Hashable, Sendable, Codable {
        case toplevel = "xdg-toplevel"
        case layerSurface = "layer-shell"
        case pictureInPicture = "xx-pip"
        case none
    }

    public struct Rectangle: Hashable, Sendable, Codable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int

        public init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    public struct PictureInPicture: Hashable, Sendable, Codable {
        public enum State: String, Hashable, Sendable, Codable {
            case idle, requesting, starting, active, restoring, stopping
        }

        public var state: State
        public var possible: Bool
        public var active: Bool
        public var suspended: Bool
        public var stashed: Bool

        public init(
            state: State = .idle, possible: Bool = false, active: Bool = false, suspended: Bool = false,
            stashed: Bool = false
        ) {
            self.state = state
            self.possible = possible
            self.active = active
            self.suspended = suspended
            self.stashed = stashed
        }
    }

    public struct Video: Hashable, Sendable, Codable {
        public var codec: String
        public var width: Int
        public var height: Int
        public var fps: Double
        public var renderer: String
        public var hwdec: String

        public init(codec: String, width: Int, height: Int, fps: Double, renderer: String, hwdec: String = "none") {
            self.codec = codec
            self.width = width
            self.height = height
            self.fps = fps
            self.renderer = renderer
            self.hwdec = hwdec
        }
    }

    public struct Audio: Hashable, Sendable, Codable {
        public var codec: String
        public var sink: String
        public var audible: Bool
        /// How far sound is ahead of the picture, in milliseconds.
        public var offset: Double

        enum CodingKeys: String, CodingKey {
            case codec, sink, audible
            case offset = "offset_ms"
        }

        public init(codec: String, sink: String, audible: Bool, offset: Double = 0) {
            self.codec = codec
            self.sink = sink
            self.audible = audible
            self.offset = offset
        }
    }

    public struct Frames: Hashable, Sendable, Codable {
        public var decoded: Int
        public var presented: Int
        public var dropped: Int
        public var late: Int
        public var repeated: Int

        public init(decoded: Int = 0, presented: Int = 0, dropped: Int = 0, late: Int = 0, repeated: Int = 0) {
            self.decoded = decoded
            self.presented = presented
            self.dropped = dropped
            self.late = late
            self.repeated = repeated
        }
    }

    public var id: String
    public var pid: Int32
    public var media: String
    public var title: String
    public var mode: Mode
    public var surface: Surface
    /// The connector's name, where it is known.
    public var output: String?
    /// In the output's logical coordinates, where the surface kind lets us know.
    public var rect: Rectangle?
    /// What was asked for in Picture in Picture; nil outside it.
    public var placement: PlacementStatus?
    public var pip: PictureInPicture
    /// Seconds of media time.
    public var position: Double
    public var duration: Double?
    public var paused: Bool
    public var speed: Double
    /// Per cent.
    public var volume: Int
    public var muted: Bool
    public var video: Video?
    public var audio: Audio?
    public var frames: Frames

    public init(
        id: String, pid: Int32, media: String, title: String, mode: Mode, surface: Surface, output: String? = nil,
        rect: Rectangle? = nil, placement: PlacementStatus? = nil, pip: PictureInPicture = PictureInPicture(),
        position: Double = 0, duration: Double? = nil, paused: Bool = false, speed: Double = 1, volume: Int = 100,
        muted: Bool = false, video: Video? = nil, audio: Audio? = nil, frames: Frames = Frames()
    ) {
        self.id = id
        self.pid = pid
        self.media = media
        self.title = title
        self.mode = mode
        self.surface = surface
        self.output = output
        self.rect = rect
        self.placement = placement
        self.pip = pip
        self.position = position
        self.duration = duration
        self.paused = paused
        self.speed = speed
        self.volume = volume
        self.muted = muted
        self.video = video
        self.audio = audio
        self.frames = frames
    }
}

extension PlayerStatus {
    /// What is not known is `null`, never left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(pid, forKey: .pid)
        try container.encode(media, forKey: .media)
        try container.encode(title, forKey: .title)
        try container.encode(mode, forKey: .mode)
        try container.encode(surface, forKey: .surface)
        try container.encode(output, forKey: .output)
        try container.encode(rect, forKey: .rect)
        try container.encode(placement, forKey: .placement)
        try container.encode(pip, forKey: .pip)
        try container.encode(position, forKey: .position)
        try container.encode(duration, forKey: .duration)
        try container.encode(paused, forKey: .paused)
        try container.encode(speed, forKey: .speed)
        try container.encode(volume, forKey: .volume)
        try container.encode(muted, forKey: .muted)
        try container.encode(video, forKey: .video)
        try container.encode(audio, forKey: .audio)
        try container.encode(frames, forKey: .frames)
    }
}
