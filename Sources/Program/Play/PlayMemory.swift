public import Oriel

/// Storage of media positions and volume from one run to the next.
@MainActor
public protocol PlayMemory: AnyObject {
    /// Returns a medium's last position; nil if it should start at its beginning.
    func position(of media: String) -> Duration?
    /// Returns the crop and zoom with which a medium was left; nil if none is stored.
    func form(of media: String) -> PictureForm?
    /// Stores a medium's position, with its crop and zoom.
    /// - Parameter duration: nil if the medium can't be resumed.
    func leave(_ media: String, at position: Duration, of duration: Duration?, in form: PictureForm)
    /// Stores the volume, in per cent, and mute of a player that has ended.
    func leaveSound(volume: Int, isMuted: Bool)
    /// Returns the media played last, the newest first, for the list in an empty window.
    func recent() -> [RecentMedium]
    /// Stores a medium that was played.
    func note(_ medium: RecentMedium)
    /// Stores a medium's picture, on another thread.
    /// - Parameters:
    ///   - position: where the picture is taken from a file.
    ///   - view: shows the medium now, and its picture is stored; nil to take it from the file.
    func keepPicture(of media: String, at position: Duration, shownBy view: PlayerView?)
    /// Reads media's pictures, and whether their files are there, on another thread.
    /// - Parameter done: called for each medium, perhaps twice, with its index.
    func look(at media: [RecentMedium], done: @escaping @MainActor @Sendable (Int, RecentPicture) -> Void)
    /// Forgets media of the list, until `restoreForgotten`. Their pictures go with the next call, by
    /// `finishForgetting`, or at the program's end.
    func forget(_ media: [String])
    /// Brings back what `forget` forgot last.
    func restoreForgotten()
    /// Forgets the pictures too.
    func finishForgetting()
    /// Waits for what is being stored, for half a second at most. Called at the program's end.
    func finish()
}
