import OrielWindows

/// A host's place in the session and on the screen, which another host of its controller takes over.
package struct HostPlace {
    let session: SessionPlayer
    let scene: PlayerScene
    /// The generation of the present or last overlay.
    let overlay: UInt32
    /// The commands that wait for a start or an end of Picture in Picture.
    var commands: PendingCommands
}
