import OrielMedia
import OrielPlayer
import OrielRaster
import OrielWayland

/// Draws on the processor, from the decoded frame into the buffer that the compositor reads, with no graphics driver in the
/// process.
@MainActor
final class ShmPresenter: Presenter {
    let renderer = Renderer.shm
    let raster = Raster()
    private let globals: Globals

    init(_ globals: Globals) { self.globals = globals }

    var summary: String { raster.usesVectors ? "the processor, with vector instructions" : "the processor" }
    /// What a buffer of `wl_shm` can have at 16:9.
    let longestSide = 16384
    let importedDmabufs: [Dmabuf.Format] = []

    func makeSwapchain(for surface: Surface) -> any Swapchain { ShmSwapchain(surface, self, globals) }
    func ready(_ picture: PlayerPicture) {}
    func forget(_ player: Player) {}
    func recover() {}
    func finish() {}

    /// Throws where this presenter won't draw the frame.
    func check(_ frame: VideoFrame) throws(PresenterFault) {
        do throws(RasterError) { try frame.checkForRaster() } catch {
            throw PresenterFault(.lasting, error.description)
        }
    }
}
