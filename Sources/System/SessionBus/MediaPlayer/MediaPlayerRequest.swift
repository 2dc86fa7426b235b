/// A request of a desktop to a media player, by a method of MPRIS 2.2 or by a new value of a property.
public enum MediaPlayerRequest: Hashable, Sendable {
    case raise
    case quit
    case next
    case previous
    case pause
    case playPause
    case stop
    case play
    /// Seeks by a duration; negative is backward (`Seek`).
    case skip(Duration)
    /// Seeks to a media time (`SetPosition`) of the item with a number; nil for any.
    case seek(Duration, item: UInt64?)
    /// Opens an address.
    case open(String)
    case setFullScreen(Bool)
    case setLoopStatus(MediaPlayerState.LoopStatus)
    case setShuffle(Bool)
    /// Media seconds per second, within the player's limits.
    case setRate(Double)
    /// 1 is the usual volume, 0 is silence.
    case setVolume(Double)

    /// A request that the state doesn't allow.
    package enum Refusal: Error, Hashable, Sendable {
        /// The player can't do it now.
        case unsupported
        /// The value is none that the property can have.
        case invalid
        /// The request has no effect and is no error: a position in an item that is no longer played.
        case ignored
    }

    /// Checks a request against the state, and turns it into the one that it stands for.
    /// - Returns: the request to carry out: a seek behind the end goes to the next item, and a rate of zero pauses.
    /// - Throws: `Refusal`.
    package func checked(
        _ state: MediaPlayerState, position: Duration
    ) throws(Refusal) -> MediaPlayerRequest {
        switch self {
        case .quit: return self
        case .raise: return try demand(state.canRaise)
        // Without effect where there is nothing to go to; desktops call them from keys.
        case .next: return try ignoring(!state.canGoNext)
        case .previous: return try ignoring(!state.canGoPrevious)
        case .pause: return try ignoring(!state.canPause)
        case .play: return try ignoring(!state.canPlay)
        case .playPause: return try demand(state.canPause)
        case .stop: return try ignoring(state.status == .stopped)
        case .skip(let distance):
            _ = try ignoring(!state.canSeek)
            guard let length = state.metadata.length, distance > length - position else { return self }
            return try MediaPlayerRequest.next.checked(state, position: position)
        case .seek(let time, _):
            return try ignoring(!state.canSeek || time < .zero || time > state.metadata.length ?? time)
        case .open(let address):
            guard let scheme = address.firstRange(of: ":").map({ address[..<$0.lowerBound].lowercased() }),
                state.schemes.contains(scheme)
            else { throw .unsupported }
            return self
        case .setFullScreen: return try demand(state.canSetFullScreen)
        case .setLoopStatus, .setShuffle: return self
        case .setRate(let rate):
            guard rate.isFinite, rate >= 0 else { throw .invalid }
            guard rate > 0 else { return try MediaPlayerRequest.pause.checked(state, position: position) }
            return .setRate(min(max(rate, MediaPlayerState.rates.lowerBound), MediaPlayerState.rates.upperBound))
        case .setVolume(let volume):
            guard !volume.isNaN else { throw .invalid }
            return .setVolume(max(0, volume))
        }
    }

    private func demand(_ isPossible: Bool) throws(Refusal) -> MediaPlayerRequest {
        guard isPossible else { throw .unsupported }
        return self
    }

    private func ignoring(_ isIgnored: Bool) throws(Refusal) -> MediaPlayerRequest {
        guard !isIgnored else { throw .ignored }
        return self
    }
}
