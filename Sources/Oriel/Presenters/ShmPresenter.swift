import OrielMedia
import OrielRaster
import OrielWayland

/// Draws on the processor, from the decoded frame into the buffer that the compositor reads, with no graphics driver in the
/// process.
@MainActor
final class ShmPresenter: Presenter {
    let renderer = Renderer.shm
    let raster = Raster()
    /// Whether frames may be drawn whose light it can't convert (`RasterSupport.unconvertedLight`), for lack of anything
    /// better.
    let acceptsUnconvertedLight: Bool
    private let globals: Globals

    init(_ globals: Globals, acceptsUnconvertedLight: Bool) {
        self.globals = globals
        self.acceptsUnconvertedLight = acceptsUnconvertedLight
    }

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
        switch RasterSupport(frame) {
        case .exact: break
        case .unconvertedLight:
            if !acceptsUnconvertedLight {
                throw PresenterFault(.lasting, "shm can't convert the light of this video")
            }
        case .unsupported(let reason): throw PresenterFault(.lasting, reason)
        }
    }
}
