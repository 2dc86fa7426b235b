/// State of a media player as desktops show it: the properties of MPRIS 2.2 but `Position`.
public struct MediaPlayerState: Hashable, Sendable {
    /// Values of `PlaybackStatus`.
    public enum Status: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        /// There is nothing to play, or playback has ended.
        case stopped = "Stopped"
    }

    /// Values of `LoopStatus`.
    public enum LoopStatus: String, Sendable {
        case none = "None"
        case track = "Track"
        case playlist = "Playlist"
    }

    /// Name of the program for people.
    public var identity: String
    /// Name of the program's desktop entry, without `.desktop`.
    public var desktopEntry: String
    public var canRaise = false
    public var isFullScreen = false
    public var canSetFullScreen = false
    public var status = Status.stopped
    public var loopStatus = LoopStatus.none
    /// Whether the list is in a random order.
    public var isShuffled = false
    /// Media seconds per second.
    public var rate = 1.0
    /// 1 is the usual volume; 0 while the player is muted.
    public var volume = 1.0
    public var metadata = MediaMetadata()
    public var canGoNext = false
    public var canGoPrevious = false
    public var canPlay = false
    public var canPause = false
    public var canSeek = false
    /// Schemes of addresses that `OpenUri` takes.
    public var schemes: [String] = []
    /// Kinds of media that `OpenUri` takes.
    public var mimeTypes: [String] = []

    /// Makes the state of a player without anything to play.
    public init(identity: String, desktopEntry: String) {
        self.identity = identity
        self.desktopEntry = desktopEntry
    }

    /// Value of a property; nil for `Position`, which is no state.
    package func value(of property: MediaPlayerProperty) -> BusArgument? {
        switch property {
        case .identity: .text(identity)
        case .desktopEntry: .text(desktopEntry)
        case .canQuit, .canControl: .boolean(true)
        case .canRaise: .boolean(canRaise)
        case .fullScreen: .boolean(isFullScreen)
        case .canSetFullScreen: .boolean(canSetFullScreen)
        case .hasTrackList: .boolean(false)
        case .supportedURISchemes: .texts(schemes)
        case .supportedMIMETypes: .texts(mimeTypes)
        case .playbackStatus: .text(status.rawValue)
        case .loopStatus: .text(loopStatus.rawValue)
        case .shuffle: .boolean(isShuffled)
        case .rate: .decimal(rate)
        case .minimumRate: .decimal(Self.rates.lowerBound)
        case .maximumRate: .decimal(Self.rates.upperBound)
        case .metadata: .options(metadata.entries)
        case .volume: .decimal(volume)
        case .position: nil
        case .canGoNext: .boolean(canGoNext)
        case .canGoPrevious: .boolean(canGoPrevious)
        case .canPlay: .boolean(canPlay)
        case .canPause: .boolean(canPause)
        case .canSeek: .boolean(canSeek)
        }
    }

    /// Range of rates, in media seconds per second.
    static let rates = 0.1...8.0

    /// Properties of an interface whose value differs from an earlier state's.
    package func changes(
        since earlier: MediaPlayerState, in interface: MediaPlayerProperty.Interface
    ) -> [MediaPlayerProperty] {
        MediaPlayerProperty.allCases.filter {
            $0.interface == interface && value(of: $0) != earlier.value(of: $0)
        }
    }
}
