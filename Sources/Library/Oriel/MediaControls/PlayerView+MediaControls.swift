import OrielLibav
import OrielPlayer
import OrielSessionBus
import OrielTransport
import OrielWindows

/// A view as the desktop's media player.
extension PlayerView {
    /// Schemes of addresses that the desktop may open: those of media that a user would name.
    private static let schemes = ["file", "http", "https"]

    func describe(_ state: inout MediaPlayerState) {
        let source = player.source.state
        let hasMedium = !player.isEmpty && source.phase != .failed
        state.canRaise = scene.window != nil || scene.floating != nil
        state.canSetFullScreen = scene.window != nil && scene.floating == nil
        state.isFullScreen = scene.window?.isFullscreen == true
        state.status = !hasMedium || player.hasEnded ? .stopped : isPaused ? .paused : .playing
        state.loopStatus = player.repeatsItem ? .track : player.loopsItems ? .playlist : .none
        state.isShuffled = player.shufflesItems
        state.rate = player.speed
        state.volume = player.isMuted ? 0 : Double(player.volumePercent) / 100
        state.canGoNext = player.hasItem(.next)
        state.canGoPrevious = player.hasItem(.previous)
        state.canPlay = hasMedium
        state.canPause = hasMedium
        state.canSeek = hasMedium && !playback.isLinear && (playback.isAppTimed || source.acceptsSeeks)
        state.schemes = requests.opensFiles ? Self.schemes : []
        state.mimeTypes = requests.opensFiles ? MediaTypes.all : []
    }

    /// Metadata of the present item, without its number and its picture.
    var metadata: MediaMetadata {
        var metadata = MediaMetadata()
        let tags = player.tags
        metadata.length = player.source.state.isLive ? nil : playback.duration
        metadata.title = scene.options.title ?? player.currentItem?.title ?? tags.title ?? scene.title
        metadata.artists = tags.artist.map { [$0] } ?? []
        metadata.album = tags.album ?? ""
        metadata.url = player.currentItem?.location.publicAddress ?? ""
        if let given = nowPlayingInfo {
            if let title = given.title { metadata.title = title }
            if let artist = given.artist { metadata.artists = [artist] }
            if let album = given.albumTitle { metadata.album = album }
            metadata.artURL = given.artworkFile.flatMap { MediaLocation($0).publicAddress } ?? ""
        }
        return metadata
    }
}
