extension Transport {
    /// An input of the transport. Each comes with the source's present state and the host time.
    package enum Event: Hashable, Sendable {
        /// The source has news: it was opened, a frame entered an empty queue, it ended, or it failed.
        case news
        /// The time `wakeTime` was reached.
        case wake
        /// A surface is about to draw for the refresh at host time `presentation`; `interval` is the refresh interval.
        case refresh(presentation: Duration, interval: Duration)
        /// The picture was drawn late for reasons other than the stream; its time begins at this host time.
        case restart(presentation: Duration)
        case pause
        /// Playback was resumed; it starts over if the end was reached.
        case resume
        /// A seek to this media time was requested.
        case seek(Duration)
        /// A seek to the beginning of the frame shown at this media time was requested.
        case seekFrame(at: Duration)
        /// The user began or stopped holding the position. While it is held, the last picture stays and nothing ends,
        /// repeats or follows.
        case hold(Bool)
        /// A jump to the live edge was requested.
        case live
        /// The source answered a seek with the generation of the following frames; nil if it can't seek.
        case seekAnswered(generation: Int?)
        /// The speed was set, in media seconds per host second.
        case speed(Double)
        /// The source has to go to the clock's time although the picture is unseen, for its audio.
        case rejoin
        /// A step to the next frame was requested; playback stays paused there.
        case step
        /// The picture of a source with a timebase was removed; the next frame is shown at once.
        case removePicture
        /// The audio device plays this media time of this generation at this host time.
        case device(media: Duration, generation: Int, host: Duration)
        /// The source is another medium from now on, which was due this long ago. Nil if it was requested, or the
        /// medium before could not be played on.
        case advanced(late: Duration?)
        /// The range between these media times is to be repeated; nil plays on.
        case repeating(Range<Duration>?)
        /// The process was stopped for this long until now and played nothing meanwhile.
        case stopped(for: Duration)
        /// The audio device is gone or has nothing to play; the clock follows host time again.
        case deviceGone
    }
}
