extension Transport {
    /// The times by which a transport decides.
    package struct Settings: Hashable, Sendable {
        /// A picture that is at its place waits this long for a surface to draw it, and the clock with it.
        package var cueLimit = Duration.milliseconds(100)
        /// The same for the very first picture, for which a window may have to be made.
        package var firstCueLimit = Duration.seconds(2)
        /// Without a refresh for this long nobody sees the picture.
        package var unseenLimit = Duration.milliseconds(250)
        /// How far the clock may be ahead of all waiting frames before the source is sent there: to decode what lies between
        /// would take longer.
        package var resyncDistance = Duration.seconds(2)
        /// How long a source may owe a frame before the clock waits for it.
        package var starvationLimit = Duration.milliseconds(500)
        /// How much must have been read ahead before the clock goes on after that, where the source knows.
        package var highWater = Duration.seconds(1)
        /// How far a live stream may fall behind where it was taken up, by pauses and by waiting, before it is taken up anew.
        package var liveDistance = Duration.seconds(30)
        /// How long a still image is shown that another medium follows.
        package var stillDuration = Duration.seconds(5)
        /// How far device and clock may differ before the clock jumps; less is made good little by little.
        package var deviceTolerance = Duration.milliseconds(100)

        package init() {}
    }

    /// Counts of frames so far.
    package struct Counts: Hashable, Sendable {
        /// Passed over because their time had gone by.
        package var dropped = 0
        /// Shown more than one refresh after their time.
        package var late = 0
        /// Refreshes that showed the old picture again although a new one was due.
        package var repeated = 0

        package init() {}
    }
}
