package import OrielMedia
package import OrielPlayer
package import OrielWayland

/// What turns frames into the contents of surfaces: one at a time for all surfaces of the process.
@MainActor
package protocol Presenter: AnyObject {
    var renderer: Renderer { get }
    /// What it draws by, for people: a driver, an instruction set.
    var summary: String { get }
    /// The longest side of what it can draw, in pixels.
    var longestSide: Int { get }
    /// The buffers that it draws where they lie.
    var importedDmabufs: [Dmabuf.Format] { get }
    func makeSwapchain(for surface: Surface) -> any Swapchain
    /// Does what drawing a picture needs first, whatever its size.
    func ready(_ picture: PlayerPicture) throws(PresenterFault)
    /// Frees what it keeps of a player.
    func forget(_ player: Player)
    /// Starts over after a fault of the kind `lost`; swapchains are made anew afterwards.
    func recover() throws(PresenterFault)
    /// Ends it; its swapchains were finished before.
    func finish()
}
