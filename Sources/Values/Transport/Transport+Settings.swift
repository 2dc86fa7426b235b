extension Transport {
    /// Time limits for the transport's decisions.
    package struct Settings: Hashable, Sendable {
        /// Time for which the first picture of a position waits to be drawn by a surface, with the clock stopped.
        package var cueLimit = Duration.milliseconds(100)
        /// The same limit for the very first picture, for which a window may have to be made.
        package var firstCueLimit = Duration.seconds(2)
        /// Time without a refresh after which the picture counts as unseen.
        package var unseenLimit = Duration.milliseconds(250)
        /// Distance of the clock ahead of all queued frames beyond which the source is sent there. Decoding the frames
        /// between would take longer.
        package var resyncDistance = Duration.seconds(2)
        /// Time for which a source may owe a frame before the clock waits for it.
        package var starvationLimit = Duration.milliseconds(500)
        /// Duration that must be read ahead before the clock goes on after a wait, if the source reports it.
        package var highWater = Duration.seconds(1)
        /// Distance that a live stream may fall behind by pauses and waits before it is taken up anew.
        package var liveDistance = Duration.seconds(30)
        /// Duration of a still image that another medium follows.
        package var stillDuration = Duration.seconds(5)
        /// Difference between device and clock beyond which the clock jumps; a smaller one is corrected gradually.
        package var deviceTolerance = Duration.milliseconds(100)

        package init() {}
    }

    /// Frame counters since the start.
    package struct Counts: Hashable, Sendable {
        /// Frames skipped because their time had passed.
        package var dropped = 0
        /// Frames shown more than one refresh after their time.
        package var late = 0
        /// Refreshes that repeated the old picture although a new one was due.
        package var repeated = 0

        package init() {}
    }
}
