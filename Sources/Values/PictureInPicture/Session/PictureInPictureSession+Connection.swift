/// The loss of the connection to the compositor, and its return.
///
/// All surfaces are gone with the connection. A transition that can still be undone is undone, as for a lost peer; one
/// that can't goes forward without waiting for surfaces. A session in Picture in Picture is suspended, and its overlay
/// is made again on the next connection.
extension PictureInPictureSession {
    mutating func connected(_ isConnected: Bool) {
        guard isConnected != world.isConnected else { return }
        world.isConnected = isConnected
        guard !isConnected else { return endSuspension(.disconnection) }
        loseOverlayWithConnection()
        switch phase {
        case .requesting: withdrawRequest(.surfaceClosed)
        case .starting: if isBound { swapInTheDark() } else { failStart(.surfaceClosed) }
        case .active: suspend(.disconnection)
        case .restoring: if !failArrival(.surfaceClosed) { suspend(.disconnection) }
        case .stopping(let stop) where stop.step == .window: windowPresented()
        case .stopping(let stop) where stop.step == .overlay: overlayRemoved(isLate: true)
        case .stopping: swapInTheDark()
        case .idle, .waiting: break
        }
    }

    /// Nothing that was awaited of the overlay comes any more.
    private mutating func loseOverlayWithConnection() {
        guard var lost = overlay else { return }
        output.cancel(.outputRemoval, .firstFrame)
        (lost.isLost, lost.isClosing, lost.hasLostOutput, lost.isSecond) = (true, false, false, false)
        overlay = lost
    }
}
