/// Reasons for which video doesn't flow from the demuxer to the frame queue: its frames aren't seen, it pauses in the
/// medium, or its decoded frames are freed. Value code.
package struct VideoFlow: Sendable {
    /// Progress of freeing frames: to be passed to the decode thread, or passed.
    package enum Release: Sendable { case due, told }

    /// Whether video packets of this run are dropped because frames aren't seen and audio shall go on.
    package private(set) var isLeftOut = false
    /// Whether video is missing for a while although audio came, and all of it that came was decoded.
    package private(set) var isPaused = false
    /// Progress of a request to free the decoded frames; nil if there was none in this run.
    package private(set) var release: Release?
    /// Newest run that has delivered a frame.
    private var deliveredRun = -1
    /// Whether the next video packet is the first after a pause.
    private var isAfterPause = false

    package init() {}

    /// Ends what is of one run only. A pause is forgotten with the queued packets.
    package mutating func beginRun() {
        isLeftOut = false
        release = nil
    }

    // MARK: Frames that aren't seen

    /// Notes that a run has made a frame.
    package mutating func noteFrame(of run: Int) { deliveredRun = max(deliveredRun, run) }

    /// Begins to leave out the run's packets if frames aren't seen and enough packets wait. The first frame of a run is
    /// always made, since it answers the seek.
    /// - Returns: true if packets are left out from now on.
    package mutating func leaveOut(of run: Int, isWanted: Bool, hasEnough: @autoclosure () -> Bool) -> Bool {
        guard !isWanted, deliveredRun == run, hasEnough() else { return false }
        isLeftOut = true
        return true
    }

    // MARK: Pauses

    package mutating func pause() {
        isPaused = true
        isAfterPause = true
    }

    /// Ends a pause, since a frame came.
    package mutating func endPause() { isPaused = false }

    /// Forgets a pause whose packets aren't decoded any more.
    package mutating func forgetPause() {
        isPaused = false
        isAfterPause = false
    }

    /// Returns true once, for the first packet after a pause.
    package mutating func takeResumption() -> Bool {
        defer { isAfterPause = false }
        return isAfterPause
    }

    // MARK: Freeing frames

    package mutating func requestRelease() { release = .due }

    /// Returns true once, when the decode thread has to free its frames.
    package mutating func takeRelease() -> Bool {
        guard release == .due else { return false }
        release = .told
        return true
    }
}
