import OrielWayland

/// Receives the seats' events for one surface.
@MainActor
protocol InputTarget: AnyObject {
    /// Whether text that is dropped on the surface is wanted.
    var acceptsDrops: Bool { get }

    /// Handles a key.
    /// - Returns: whether the key has a meaning here.
    @discardableResult
    func key(_ event: KeyEvent, _ seat: Seat?) -> Bool
    /// The keyboard's focus left the surface.
    func keyboardLeft()
    /// Handles the events of one `wl_pointer.frame`.
    func pointer(_ frame: PointerFrame, _ seat: Seat?)
    /// Handles an event of a finger that touched the surface first.
    func touch(_ event: TouchEvent, _ seat: Seat?)
    /// Handles text that was dropped: URLs or paths.
    func dropped(_ text: String)
}
