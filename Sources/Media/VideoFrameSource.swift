/// Where a player's frames come from: a file's decoder, a call, an app's own renderer. Non-blocking; one thread (the main
/// one) calls it, whatever threads stand behind it.
public protocol VideoFrameSource: AnyObject {
    /// The frames that wait, oldest first, at most `limit`.
    func upcomingFrames(_ limit: Int) -> [VideoFrame]
    /// Takes the `count` oldest of the waiting frames.
    func takeFrames(_ count: Int)
    /// True if no further frame will come in this generation.
    var isAtEnd: Bool { get }
    /// Goes to a media time. Frames that wait are gone at once; those that come are of a newer generation. A frame of a
    /// newer generation that nobody asked for by a seek begins a loop's next turn.
    /// - Returns: false if the source can't; then nothing has changed.
    func seek(to time: Duration, exact: Bool) -> Bool
}
