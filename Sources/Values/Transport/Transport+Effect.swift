extension Transport {
    /// An action that the caller has to perform; effects are performed in order.
    package enum Effect: Hashable, Sendable {
        /// Takes the given number of oldest queued frames; the last of them becomes the picture.
        case take(Int)
        /// Takes the oldest queued frame without showing it.
        case drop
        /// Sends the source to a media time; the caller answers with `Event.seekAnswered`.
        case seek(to: Duration, SeekKind)
        /// Has the source signal once it was read up to this media time, or can't be for now.
        case wakeWhenBuffered(until: Duration)
        case tell(Change)
        /// Goes on to the next medium; the caller answers with `Event.advanced`. The present medium ended this long
        /// ago.
        case advance(late: Duration)
    }

    /// Purpose of a seek.
    package enum SeekKind: Hashable, Sendable {
        /// The position was requested; the clock stands until its frame is there.
        case position
        /// The beginning of the frame shown at the position was requested.
        case frame
        /// The picture was unseen for a while, or decoding is too slow. The clock goes on, and any frame near it is
        /// better than the old one.
        case rejoin
        /// The live edge was requested; the position is ignored.
        case live
    }

    /// A change that is reported to listeners.
    package enum Change: Hashable, Sendable {
        /// The source is open.
        case opened
        /// No more frames come; the source has the reason.
        case failed
        /// Another frame became the picture.
        case picture
        case paused
        case speed
        /// Playback goes to another position, whose frame follows.
        case seeked
        /// The frame of the last requested position is there, or the source can't go there.
        case landed
        case ended
        case looped
        /// Playback waits for the source, or no longer does.
        case buffering
    }
}
