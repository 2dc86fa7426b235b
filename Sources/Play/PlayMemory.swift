/// What is remembered of media and of their sound, from one run to the next.
@MainActor
public protocol PlayMemory: AnyObject {
    /// Where a medium was left; nil where it begins at its beginning.
    func position(of media: String) -> Duration?
    /// A medium was left there.
    /// - Parameter duration: nil for what isn't to be resumed.
    func leave(_ media: String, at position: Duration, of duration: Duration?)
    /// A player has ended, as loud as this.
    func leaveSound(volume: Int, isMuted: Bool)
}
