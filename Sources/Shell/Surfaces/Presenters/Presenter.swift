package import OrielMedia
package import OrielPlayer
package import OrielWayland

/// Draws frames into the contents of surfaces. One presenter at a time serves all surfaces of the process.
@MainActor
package protocol Presenter: AnyObject {
    var renderer: Renderer { get }
    /// The driver or instruction set that draws, for logs.
    var summary: String { get }
    /// Longest side that can be drawn, in pixels.
    var longestSide: Int { get }
    /// Dmabuf formats that are drawn without a copy.
    var importedDmabufs: [Dmabuf.Format] { get }
    func makeSwapchain(for surface: Surface) -> any Swapchain
    /// Prepares for drawing a picture at any size, for example uploads its frame.
    func ready(_ picture: PlayerPicture) throws(PresenterFault)
    /// Frees the resources kept for a player.
    func forget(_ player: Player)
    /// Ends a turn's drawing: gives back what other code of the thread had in use.
    /// - Returns: whether something was given back.
    @discardableResult func endTurn() -> Bool
    /// Forgets what could not be given back.
    func forgetLent()
    /// Starts over after a fault of kind `lost`; swapchains are recreated afterwards.
    func recover() throws(PresenterFault)
    /// Ends the presenter. All its swapchains must be finished before.
    func finish()
}
