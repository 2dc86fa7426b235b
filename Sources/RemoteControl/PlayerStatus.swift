/// Output of `oriel status --json`. Later versions only add fields.
package struct SessionStatus: Hashable, Sendable, Codable {
    package var version = 1
    package var players: [PlayerStatus]

    package init(players: [PlayerStatus] = []) { self.players = players }
}

/// A player's state, as the player reports it.
package struct PlayerStatus: Hashable, Sendable, Codable {
    package enum Mode: String, Hashable, Sendable, Codable { case window, fullscreen, pip, hidden }

    package enum Surface: String, Hashable, Sendable, Codable {
        case toplevel = "xdg-toplevel"
        case layerSurface = "layer-shell"
        case pictureInPicture = "xx-pip"
        case none
    }

    package struct Rectangle: Hashable, Sendable, Codable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    package struct PictureInPicture: Hashable, Sendable, Codable {
        package enum State: String, Hashable, Sendable, Codable {
            case idle, requesting, starting, active, restoring, stopping
        }

        package var state: State
        package var possible: Bool
        package var active: Bool
        package var suspended: Bool
        package var stashed: Bool
        /// Whether clicks pass through the overlay.
        package var locked: Bool

        package init(
            state: State = .idle, possible: Bool = false, active: Bool = false, suspended: Bool = false,
            stashed: Bool = false, locked: Bool = false
        ) {
            self.state = state
            self.possible = possible
            self.active = active
            self.suspended = suspended
            self.stashed = stashed
            self.locked = locked
        }
    }

    package struct Video: Hashable, Sendable, Codable {
        package var codec: String
        package var width: Int
        package var height: Int
        package var fps: Double
        package var renderer: String
        /// The way of decoding: `vaapi`, or `none` for software.
        package var hwdec: String
        /// The reason for software; nil if hardware is used or wasn't asked for.
        package var hwdecReason: String?
        /// Whether it is deinterlaced.
        package var deinterlaced: Bool

        enum CodingKeys: String, CodingKey {
            case codec, width, height, fps, renderer, hwdec, deinterlaced
            case hwdecReason = "hwdec_reason"
        }

        package init(
            codec: String, width: Int, height: Int, fps: Double, renderer: String, hwdec: String = "none",
            hwdecReason: String? = nil, deinterlaced: Bool = false
        ) {
            self.codec = codec
            self.width = width
            self.height = height
            self.fps = fps
            self.renderer = renderer
            self.hwdec = hwdec
            self.hwdecReason = hwdecReason
            self.deinterlaced = deinterlaced
        }
    }

    package struct Audio: Hashable, Sendable, Codable {
        package var codec: String
        package var sink: String
        package var audible: Bool
        /// Gain that the broker has set, 0 to 1.
        package var gain: Double
        /// Time by which audio is ahead of video, in milliseconds.
        package var offset: Double
        /// Number of times the audio device ran out of samples.
        package var underruns: Int

        enum CodingKeys: String, CodingKey {
            case codec, sink, audible, gain, underruns
            case offset = "offset_ms"
        }

        package init(
            codec: String, sink: String, audible: Bool, gain: Double = 1, offset: Double = 0, underruns: Int = 0
        ) {
            self.codec = codec
            self.sink = sink
            self.audible = audible
            self.gain = gain
            self.offset = offset
            self.underruns = underruns
        }
    }

    /// A track that can be selected.
    package struct Track: Hashable, Sendable, Codable {
        package enum Kind: String, Hashable, Sendable, Codable { case audio, video, subtitle }

        package var kind: Kind
        /// Number among the tracks of its kind, from 1.
        package var number: Int
        package var codec: String
        package var language: String?
        package var title: String?
        /// Name of the track's file; nil if it is in the medium's own file.
        package var file: String?
        package var selected: Bool

        package init(
            kind: Kind, number: Int, codec: String, language: String? = nil, title: String? = nil, file: String? = nil,
            selected: Bool = false
        ) {
            self.kind = kind
            self.number = number
            self.codec = codec
            self.language = language
            self.title = title
            self.file = file
            self.selected = selected
        }
    }

    /// Position in the playlist.
    package struct List: Hashable, Sendable, Codable {
        /// Number of the current item, from 1.
        package var index: Int
        package var count: Int
        package var loop: Bool

        package init(index: Int, count: Int, loop: Bool) {
            self.index = index
            self.count = count
            self.loop = loop
        }
    }

    package struct Frames: Hashable, Sendable, Codable {
        package var decoded: Int
        package var presented: Int
        package var dropped: Int
        package var late: Int
        package var repeated: Int

        package init(decoded: Int = 0, presented: Int = 0, dropped: Int = 0, late: Int = 0, repeated: Int = 0) {
            self.decoded = decoded
            self.presented = presented
            self.dropped = dropped
            self.late = late
            self.repeated = repeated
        }
    }

    package var id: String
    package var pid: Int32
    package var media: String
    package var title: String
    package var mode: Mode
    package var surface: Surface
    /// Whether there is a connection to the compositor; nil if the player's version doesn't report it.
    package var connected: Bool?
    /// Connector's name of the output; nil if unknown.
    package var output: String?
    /// Position and size in the output's logical pixels; nil if the kind of surface doesn't tell.
    package var rect: Rectangle?
    /// Requested placement in Picture in Picture; nil outside it.
    package var placement: PlacementStatus?
    package var pip: PictureInPicture
    /// Position in media time, in seconds.
    package var position: Double
    package var duration: Double?
    package var paused: Bool
    package var speed: Double
    /// Whether it is a live stream; nil if the player's version doesn't report it.
    package var live: Bool?
    /// Whether playback waits for data; nil if the player's version doesn't report it.
    package var buffering: Bool?
    /// Seconds read ahead of the position; nil if unknown or if everything was read.
    package var ahead: Double?
    /// Volume in per cent.
    package var volume: Int
    package var muted: Bool
    package var video: Video?
    package var audio: Audio?
    package var tracks: [Track]
    /// Position in the playlist; nil if it plays a single medium.
    package var list: List?
    /// Description of the part that can't be played while the rest is; nil if there is none.
    package var problem: String?
    package var frames: Frames

    package init(
        id: String, pid: Int32, media: String, title: String, mode: Mode, surface: Surface, output: String? = nil,
        rect: Rectangle? = nil, placement: PlacementStatus? = nil, pip: PictureInPicture = PictureInPicture(),
        position: Double = 0, duration: Double? = nil, paused: Bool = false, speed: Double = 1, volume: Int = 100,
        muted: Bool = false, video: Video? = nil, audio: Audio? = nil, tracks: [Track] = [], list: List? = nil,
        frames: Frames = Frames()
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
        self.tracks = tracks
        self.list = list
        self.frames = frames
    }
}

extension PlayerStatus.PictureInPicture {
    /// Decodes a state; fields that older players don't send have defaults.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            state: try container.decode(State.self, forKey: .state),
            possible: try container.decode(Bool.self, forKey: .possible),
            active: try container.decode(Bool.self, forKey: .active),
            suspended: try container.decode(Bool.self, forKey: .suspended),
            stashed: try container.decode(Bool.self, forKey: .stashed),
            locked: try container.decodeIfPresent(Bool.self, forKey: .locked) ?? false)
    }
}

extension PlayerStatus.Video {
    /// Decodes a state; fields that older players don't send have defaults.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            codec: try container.decode(String.self, forKey: .codec),
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height),
            fps: try container.decode(Double.self, forKey: .fps),
            renderer: try container.decode(String.self, forKey: .renderer),
            hwdec: try container.decode(String.self, forKey: .hwdec),
            hwdecReason: try container.decodeIfPresent(String.self, forKey: .hwdecReason),
            deinterlaced: try container.decodeIfPresent(Bool.self, forKey: .deinterlaced) ?? false)
    }
}

extension PlayerStatus.Video {
    /// Encodes all fields; unknown values are `null`, not left out.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(codec, forKey: .codec)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(fps, forKey: .fps)
        try container.encode(renderer, forKey: .renderer)
        try container.encode(hwdec, forKey: .hwdec)
        try container.encode(hwdecReason, forKey: .hwdecReason)
        try container.encode(deinterlaced, forKey: .deinterlaced)
    }
}

extension PlayerStatus {
    /// Encodes all fields; unknown values are `null`, not left out.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(pid, forKey: .pid)
        try container.encode(media, forKey: .media)
        try container.encode(title, forKey: .title)
        try container.encode(mode, forKey: .mode)
        try container.encode(surface, forKey: .surface)
        try container.encode(connected, forKey: .connected)
        try container.encode(output, forKey: .output)
        try container.encode(rect, forKey: .rect)
        try container.encode(placement, forKey: .placement)
        try container.encode(pip, forKey: .pip)
        try container.encode(position, forKey: .position)
        try container.encode(duration, forKey: .duration)
        try container.encode(paused, forKey: .paused)
        try container.encode(speed, forKey: .speed)
        try container.encode(live, forKey: .live)
        try container.encode(buffering, forKey: .buffering)
        try container.encode(ahead, forKey: .ahead)
        try container.encode(volume, forKey: .volume)
        try container.encode(muted, forKey: .muted)
        try container.encode(video, forKey: .video)
        try container.encode(audio, forKey: .audio)
        try container.encode(tracks, forKey: .tracks)
        try container.encode(list, forKey: .list)
        try container.encode(problem, forKey: .problem)
        try container.encode(frames, forKey: .frames)
    }
}
