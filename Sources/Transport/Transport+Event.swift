extension Transport {
    /// What happens to a transport. Each comes with the source's present state and the host time.
    package enum Event: Hashable, Sendable {
        /// The source has news: it was opened, a frame came into an empty queue, it ended, it failed.
        case news
        /// `wakeTime` was reached.
        case wake
        /// A surface is about to draw for the refresh at host time `presentation`; refreshes are `interval` apart.
        case refresh(presentation: Duration, interval: Duration)
        /// The present picture was drawn late for reasons that are not the stream's: its time begins at this host time.
        case restart(presentation: Duration)
        case pause
        /// From the start if the end was reached.
        case resume
        /// To this media time.
        case seek(Duration)
        /// To the beginning of the frame that is shown at this media time.
        case seekFrame(at: Duration)
        /// A hand holds the position, or lets go: while one does, the last picture stays and nothing ends, repeats or follows.
        case hold(Bool)
        /// To where a live stream is by now.
        case live
        /// What the source said to the seek it was sent: the generation of the frames that follow, nil if it can't.
        case seekAnswered(generation: Int?)
        /// Media seconds per host second.
        case speed(Double)
        /// The source is wanted where the clock is, although nobody sees it: for its sound.
        case rejoin
        /// To the next frame, which then stands.
        case step
        /// Of a source with a timebase: there is no picture, and the next frame to come is one at once.
        case removePicture
        /// The sound device plays this media time of this generation at this host time.
        case device(media: Duration, generation: Int, host: Duration)
        /// The source is another medium from now on, whose beginning was due this long ago; nil where it begins because someone
        /// wanted it, or the one before could not be played on.
        case advanced(late: Duration?)
        /// What lies between these media times is played again and again; nil plays on.
        case repeating(Range<Duration>?)
        /// The sound device is gone, or has nothing to play: time is the host's again.
        case deviceGone
    }
}
