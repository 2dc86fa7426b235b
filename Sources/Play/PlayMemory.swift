/// Storage of media positions and volume from one run to the next.
@MainActor
public protocol PlayMemory: AnyObject {
    /// Returns a medium's last position; nil if it should start at its beginning.
    func position(of media: String) -> Duration?
    /// Stores a medium's position.
    /// - Parameter duration: nil if the medium can't be resumed.
    func leave(_ media: String, at position: Duration, of duration: Duration?)
    /// Stores the volume, in per cent, and mute of a player that has ended.
    func leaveSound(volume: Int, isMuted: Bool)
    /// Returns the media played last, the newest first, for the list in an empty window.
    func recent() -> [RecentMedium]
    /// Stores a medium that was played.
    func note(_ medium: RecentMedium)
    /// Forgets the media played last.
    func forgetRecent()
}
