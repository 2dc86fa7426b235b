/// A property of MPRIS 2.2; the raw value is its name on the bus.
package enum MediaPlayerProperty: String, CaseIterable, Sendable {
    case canQuit = "CanQuit"
    case fullScreen = "Fullscreen"
    case canSetFullScreen = "CanSetFullscreen"
    case canRaise = "CanRaise"
    case hasTrackList = "HasTrackList"
    case identity = "Identity"
    case desktopEntry = "DesktopEntry"
    case supportedURISchemes = "SupportedUriSchemes"
    case supportedMIMETypes = "SupportedMimeTypes"
    case playbackStatus = "PlaybackStatus"
    case loopStatus = "LoopStatus"
    case shuffle = "Shuffle"
    case rate = "Rate"
    case metadata = "Metadata"
    case volume = "Volume"
    case position = "Position"
    case minimumRate = "MinimumRate"
    case maximumRate = "MaximumRate"
    case canGoNext = "CanGoNext"
    case canGoPrevious = "CanGoPrevious"
    case canPlay = "CanPlay"
    case canPause = "CanPause"
    case canSeek = "CanSeek"
    case canControl = "CanControl"

    /// The interface of a property; the raw value is its name on the bus.
    package enum Interface: String, CaseIterable, Sendable {
        case root = "org.mpris.MediaPlayer2"
        case player = "org.mpris.MediaPlayer2.Player"
    }

    package var interface: Interface {
        switch self {
        case .canQuit, .fullScreen, .canSetFullScreen, .canRaise, .hasTrackList, .identity, .desktopEntry,
            .supportedURISchemes, .supportedMIMETypes:
            .root
        default: .player
        }
    }
}
