extension Transport {
    /// What is to be done, in this order.
    package enum Effect: Hashable, Sendable {
        /// Take the oldest waiting frames, of which the last becomes the picture.
        case take(Int)
        /// Takes the oldest waiting frame, and nothing is shown of it.
        case drop
        /// Send the source to a media time and answer with `Event.seekAnswered`.
        case seek(to: Duration, SeekKind)
        /// Let the source tell once it has been read up to this media time, or can't be for now.
        case wakeWhenBuffered(until: Duration)
        case tell(Change)
        /// Go on to the medium that follows and say so with `Event.advanced`. The present one was over this long ago.
        case advance(late: Duration)
    }

    /// Why the source is sent somewhere.
    package enum SeekKind: Hashable, Sendable {
        /// Someone wants that position; the clock stands until its picture is there.
        case position
        /// The beginning of the frame that is shown at that position is wanted.
        case frame
        /// Nobody saw the picture for a while, or the machine is too slow: the clock goes on, and any picture from near there
        /// is better than the old one.
        case rejoin
        /// To where a live stream is by now, which takes the place of a position.
        case live
    }

    /// News for whoever listens.
    package enum Change: Hashable, Sendable {
        /// The source is open.
        case opened
        /// Nothing more will come; the source says why.
        case failed
        /// Another frame is the picture.
        case picture
        case paused
        case speed
        /// It goes to another position, whose picture follows.
        case seeked
        /// The picture of the position last asked for is there, or the source can't go there.
        case landed
        case ended
        case looped
        /// It waits for the source, or no longer does.
        case buffering
    }
}
