package import OrielGeometry

/// The buffers of one surface, and the drawing into them.
@MainActor
package protocol Swapchain: AnyObject {
    /// Draws a picture, or black for nil, into a free buffer of `size` pixels. The drawing is shown by `present`; an
    /// earlier one that was not presented is dropped.
    /// - Parameter forExchange: whether the commit waits for a flush, so that other commits leave with it.
    /// - Returns: false if the compositor still reads every buffer of the swapchain.
    /// - Throws: `PresenterFault`; its kind tells whether the picture can't be drawn now or at all.
    func draw(_ picture: PlayerPicture?, size: Size, forExchange: Bool) throws(PresenterFault) -> Bool
    /// Attaches the drawn buffer and commits. Whether this also flushes depends on the presenter, but for an exchange.
    func present() throws(PresenterFault)
    /// Prepares for drawing pictures in buffers of a size, so that the first drawing takes no longer than later ones.
    /// - Parameter exchanges: also prepares for drawing for an exchange.
    func rehearse(_ pictures: [(PlayerPicture, in: Size)], exchanges: Bool) throws(PresenterFault)
    /// Frees the buffers. Call before the surface's role object is destroyed.
    func finish()
}
