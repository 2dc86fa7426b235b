package import OrielGeometry

/// The buffers of one surface, and what draws into them.
@MainActor
package protocol Swapchain: AnyObject {
    /// Draws a picture, or black, into a buffer of `size` pixels that is free. Nothing is shown before `present`; what was
    /// drawn before and not shown is dropped.
    /// - Returns: false while the compositor keeps every buffer that there may be.
    /// - Throws: where it can't be drawn now, or not at all; `PresenterFault` says which.
    func draw(_ picture: PlayerPicture?, size: Size) throws(PresenterFault) -> Bool
    /// Attaches what was drawn and commits. Whether it leaves at once is the presenter's.
    func present() throws(PresenterFault)
    /// Draws, as `draw` does, what `presentForExchange` shows.
    func drawForExchange(_ picture: PlayerPicture?, size: Size) throws(PresenterFault)
    /// `drawForExchange` found a buffer, and what it drew wasn't shown yet.
    var isDrawnForExchange: Bool { get }
    /// Attaches what `drawForExchange` drew and commits, without a flush, so that other commits leave with it.
    func presentForExchange()
    /// Does everything for drawing a picture at these sizes but the drawing, so that the first of its kind takes no longer
    /// than those after it.
    func rehearse(_ picture: PlayerPicture, sizes: [Size], exchanges: Bool) throws(PresenterFault)
    /// Frees the buffers; before the surface's role.
    func finish()
}
