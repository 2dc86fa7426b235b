extension PictureInPictureSession {
    /// Reasons that hide a session in Picture in Picture, and whether one of them paused playback.
    struct Suspension: Hashable, Sendable {
        var causes: Causes = []
        /// A suspension paused playback, so its end resumes it.
        private var hasPaused = false

        struct Causes: OptionSet, Hashable, Sendable {
            let rawValue: UInt8
            static let call = Causes(rawValue: 1)
            static let lock = Causes(rawValue: 2)
            /// The connection to the compositor is lost. Unlike the others it doesn't pause playback.
            static let disconnection = Causes(rawValue: 4)
        }

        init() {}

        var isEmpty: Bool { causes.isEmpty }

        /// Whether a cause keeps playback paused.
        var pauses: Bool { !causes.isSubset(of: .disconnection) }

        /// Pauses playback until the suspension ends.
        mutating func pause(_ world: inout World) -> Effect? {
            guard world.isPlaying, !hasPaused else { return nil }
            hasPaused = true
            // The player's report may come late; it must not count as the user's decision.
            world.isPlaying = false
            return .playback(.pauseBySuspension)
        }

        /// Pauses playback for good: the end of a suspension doesn't resume it.
        mutating func pauseForGood() -> Effect {
            hasPaused = false
            return .playback(.pause)
        }

        /// Resumes playback if a suspension paused it.
        mutating func resume() -> Effect? {
            guard hasPaused else { return nil }
            hasPaused = false
            return .playback(.resume)
        }

        /// Playback that starts during a suspension was requested, so the suspension's end no longer decides.
        mutating func playbackStarted() { hasPaused = false }
    }
}
