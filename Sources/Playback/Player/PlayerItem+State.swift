import Logging
public import Observation
public import OrielGeometry
public import OrielLibav
import OrielPipeline
import OrielPlatform
import OrielTransport

/// The item's state, with AVPlayerItem's names.
@MainActor
extension PlayerItem: Observable, ObservableFace {
    /// The player that took the item last.
    private var owningPlayer: Player? { observed(\.owner, owner) as? Player }

    /// The player whose present item this is.
    private var player: Player? {
        guard let owner = owningPlayer, owner.currentItem == self else { return nil }
        return owner
    }

    /// State of the item's medium; *unknown* before its turn and after it.
    public var status: Player.Status { player?.status ?? error.map { .failed($0) } ?? .unknown }

    /// The reason why the item can't be played, or was skipped; nil if there is none.
    public var error: MediaError? { player?.error ?? owningPlayer?.failure(of: self) }

    /// The medium, once it is open; nil before the item's turn and after it. `MediaInfo(of:)` reads it before.
    public var asset: MediaInfo? {
        player?.access(\.status)
        return player?.source.medium?.snapshot.info
    }

    /// Duration of the medium; nil if it is unknown, and before the item's turn and after it.
    public var duration: Duration? { player?.duration }

    /// The media time; before the item's turn, the time at which it will start. It is not observed.
    public func currentTime() -> Duration { player?.currentTime() ?? soughtTime ?? startTime }

    /// Size of the shown video in square pixels, upright; zero before the medium is open.
    public var presentationSize: Size { asset?.presentationSize ?? .zero }

    /// The medium's tracks, and those of additional files; empty before the medium is open.
    public var tracks: [MediaInfo.Track] {
        guard let player else { return [] }
        return player.videoTracks.map { .video($0) } + player.audioTracks.map { .audio($0) }
            + player.subtitleTracks.map { .subtitle($0) }
    }

    /// The part that was read ahead, from the present media time on; empty if there is none. It is not observed.
    public var loadedTimeRanges: [Range<Duration>] {
        guard let player, let end = player.source.medium?.snapshot.bufferedUntil, end > player.position
        else { return [] }
        return [player.position..<end]
    }

    /// Whether the medium can be shown, and playback doesn't wait for frames.
    public var isPlaybackLikelyToKeepUp: Bool { player.map { $0.status == .readyToPlay && !$0.isBuffering } ?? false }

    /// Title, artist and album that a player shows instead of the medium's own.
    public var externalMetadata: [MetadataItem] {
        get { observed(\.externalMetadata, metadata) }
        set {
            change(\.externalMetadata) { metadata = newValue }
            player?.tell(\.title)
            player?.tell(\.tags)
            player?.onFactsChange()
        }
    }

    /// Selects a track for playback.
    /// - Parameters:
    ///   - track: one of `tracks`; another has no effect. nil for none.
    ///   - kind: the kind of track of which none is selected. A track has its own.
    public func select(_ track: MediaInfo.Track?, in kind: MediaInfo.Characteristic?) {
        guard let player else { return }
        func choose<Track: Equatable>(_ track: Track, of tracks: [Track], _ selected: (Int) -> Void) {
            tracks.firstIndex(of: track).map(selected)
        }
        switch track {
        case .video(let track): choose(track, of: player.videoTracks) { player.selectedVideoTrack = $0 }
        case .audio(let track): choose(track, of: player.audioTracks) { player.selectedAudioTrack = $0 }
        case .subtitle(let track): choose(track, of: player.subtitleTracks) { player.selectedSubtitleTrack = $0 }
        case nil where kind == .audible: player.selectedAudioTrack = nil
        case nil where kind == .legible: player.selectedSubtitleTrack = nil
        case nil: break
        }
    }

    /// Seeks to a media time, exactly. Before its turn, the item will start there.
    public func seek(to time: Duration) {
        if let player { return player.seek(to: time) }
        soughtTime = max(.zero, time.onClocks)
        owningPlayer?.queue?.renew(self)
    }

    /// Seeks to a media time, exactly.
    /// - Parameters:
    ///   - time: the media time.
    ///   - completionHandler: called once, later: with false if the seek did not land, as with
    ///     `Player.seek(to:completionHandler:)`, and before the item's turn.
    public func seek(to time: Duration, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void) {
        if let player { return player.seek(to: time, completionHandler: completionHandler) }
        seek(to: time)
        Task { completionHandler(false) }
    }

    /// Shows the frame that is this number of frames later, or earlier if it is negative, and stays paused.
    public func step(byCount count: Int) {
        switch count {
        case 1: player?.stepForward()
        case -1: player?.stepBackward()
        default: player?.step(by: count)
        }
    }
}

/// An item is in one player's list.
@MainActor
extension PlayerItem {
    /// Whether the item is in another player's list.
    func isTaken(from player: Player?) -> Bool {
        guard let owner = owner as? Player, owner !== player, !owner.face.isClosed else { return false }
        return owner.queue?.list.contains(self) == true
    }

    var takenText: String { "\(location): the item is in another player's list; PlayerItem.copy makes another" }
}

extension [PlayerItem] {
    /// The items that a player may take into its list. Those in another player's are left out, with a line in the log.
    @MainActor
    func taken(by player: Player) -> [PlayerItem] {
        filter { item in
            guard !item.isTaken(from: player) else {
                Player.log.error("\(item.takenText)")
                return false
            }
            if item.owner !== player { item.mutate(\.owner) { item.owner = player } }
            return true
        }
    }
}
