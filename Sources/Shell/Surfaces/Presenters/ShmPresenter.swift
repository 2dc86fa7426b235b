import OrielMedia
import OrielPlayer
import OrielRaster
import OrielWayland

/// Draws on the CPU, from the decoded frame into the buffer that the compositor reads. No graphics driver is loaded.
@MainActor
final class ShmPresenter: Presenter {
    let renderer = Renderer.shm
    let raster = Raster()
    private let globals: Globals

    init(_ globals: Globals) { self.globals = globals }

    var summary: String { raster.usesVectors ? "the processor, with vector instructions" : "the processor" }
    /// Longest side of a `wl_shm` buffer at 16:9: its size in bytes is limited to 2³¹.
    let longestSide = 16384
    let importedDmabufs: [Dmabuf.Format] = []

    func makeSwapchain(for surface: Surface) -> any Swapchain { ShmSwapchain(surface, self, globals) }
    func ready(_ picture: PlayerPicture) {}
    func forget(_ player: Player) {}
    func endTurn() -> Bool { false }
    func forgetLent() {}
    func recover() {}
    func finish() {}

    /// Throws if this presenter can't draw the frame.
    func check(_ frame: VideoFrame) throws(PresenterFault) {
        do throws(RasterError) { try frame.checkForRaster() } catch {
            throw PresenterFault(.lasting, error.description)
        }
    }
}
