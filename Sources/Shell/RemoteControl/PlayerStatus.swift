package import OrielGeometry

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

    package struct PictureInPicture: Hashable, Sendable, Codable {
        package enum State: String, Hashable, Sendable, Codable {
            case idle, requesting, starting, active, restoring, stopping
        }

        package var state = State.idle
        package var possible = false
        package var active = false
        package var suspended = false
        package var stashed = false
        /// Whether clicks pass through the overlay.
        package var locked = false
        /// Whether the overlay is faded for what lies below; nil if the player's version doesn't report it.
        @Nullable package var peeking: Bool?
    }

    package struct Video: Hashable, Sendable, Codable {
        package var codec: String
        package var width: Int
        package var height: Int
        package var fps: Double
        package var renderer: String
        /// The way of decoding: `vaapi`, or `none` for software.
        package var hwdec = "none"
        /// The reason for software; nil if hardware is used or wasn't asked for.
        @Nullable package var hwdecReason: String?
        /// Whether it is deinterlaced.
        package var deinterlaced = false

        enum CodingKeys: String, CodingKey {
            case codec, width, height, fps, renderer, hwdec, deinterlaced
            case hwdecReason = "hwdec_reason"
        }

        package init(codec: String, width: Int, height: Int, fps: Double, renderer: String) {
            self.codec = codec
            self.width = width
            self.height = height
            self.fps = fps
            self.renderer = renderer
        }
    }

    package struct Audio: Hashable, Sendable, Codable {
        package var codec: String
        package var sink: String
        package var audible: Bool
        /// Gain that the broker has set, 0 to 1.
        package var gain = 1.0
        /// Time by which audio is ahead of video, in milliseconds.
        package var offset = 0.0
        /// Number of times the audio device ran out of samples.
        package var underruns = 0

        enum CodingKeys: String, CodingKey {
            case codec, sink, audible, gain, underruns
            case offset = "offset_ms"
        }

        package init(codec: String, sink: String, audible: Bool) {
            self.codec = codec
            self.sink = sink
            self.audible = audible
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
        package var decoded = 0
        package var presented = 0
        package var dropped = 0
        package var late = 0
        package var repeated = 0
    }

    package var id: String
    package var pid: Int32
    package var media: String
    package var title: String
    package var mode: Mode
    package var surface: Surface
    /// Whether there is a connection to the compositor; nil if the player's version doesn't report it.
    @Nullable package var connected: Bool?
    /// Connector's name of the output; nil if unknown.
    @Nullable package var output: String?
    /// Position and size in the output's logical pixels; nil if the kind of surface doesn't tell.
    @Nullable package var rect: Rect?
    /// Requested placement in Picture in Picture; nil outside it.
    @Nullable package var placement: PlacementStatus?
    package var pip = PictureInPicture()
    /// Position in media time, in seconds.
    package var position = 0.0
    @Nullable package var duration: Double?
    package var paused = false
    package var speed = 1.0
    /// Whether it is a live stream; nil if the player's version doesn't report it.
    @Nullable package var live: Bool?
    /// Whether playback waits for data; nil if the player's version doesn't report it.
    @Nullable package var buffering: Bool?
    /// Seconds read ahead of the position; nil if unknown or if everything was read.
    @Nullable package var ahead: Double?
    /// Volume in per cent.
    package var volume = 100
    package var muted = false
    @Nullable package var video: Video?
    /// The part of the upright video that is shown, in its pixels; nil for all of it.
    @Nullable package var crop: Rect?
    /// Enlargement of the picture on its surface, 1 for none; nil if the player's version doesn't report it.
    @Nullable package var zoom: Double?
    @Nullable package var audio: Audio?
    package var tracks: [Track] = []
    /// Position in the playlist; nil if it plays a single medium.
    @Nullable package var list: List?
    /// Description of the part that can't be played while the rest is; nil if there is none.
    @Nullable package var problem: String?
    package var frames = Frames()

    /// A player that has just begun to play.
    package init(
        id: String, pid: Int32, media: String, title: String, mode: Mode, surface: Surface, output: String? = nil
    ) {
        self.id = id
        self.pid = pid
        self.media = media
        self.title = title
        self.mode = mode
        self.surface = surface
        self.output = output
    }
}
