import OrielGeometry
import OrielMedia
import OrielWayland

/// One surface's pictures as they are drawn and shown, by whichever presenter draws now.
@MainActor
final class SurfaceContent {
    private let surface: Surface
    private unowned let stage: Stage
    private var swapchain: (any Swapchain)?
    /// Another presenter's, whose content is shown until there is a new one.
    private var replaced: (any Swapchain)?
    /// What was drawn and not shown.
    private var unseen: (frame: VideoFrame?, part: Rect?, size: Size)?

    init(of surface: Surface, _ stage: Stage) {
        self.surface = surface
        self.stage = stage
    }

    /// There are buffers.
    var isMade: Bool { swapchain != nil }

    /// Something of the presenter before is still to be seen.
    var showsReplaced: Bool { replaced != nil }

    // MARK: Drawing

    /// Whether this is what was drawn and not shown yet.
    func isDrawn(_ picture: PlayerPicture?, size: Size) -> Bool {
        unseen.map { $0.frame === picture?.frame && $0.part == picture?.part && $0.size == size } ?? false
    }

    /// As `Swapchain.draw`.
    func draw(_ picture: PlayerPicture?, size: Size) throws(PresenterFault) -> Bool {
        unseen = nil
        guard try made.draw(picture, size: size) else { return false }
        unseen = (picture?.frame, picture?.part, size)
        return true
    }

    /// As `Swapchain.present`.
    func present() throws(PresenterFault) {
        unseen = nil
        try swapchain?.present()
    }

    /// As `Swapchain.drawForExchange`.
    func drawForExchange(_ picture: PlayerPicture?, size: Size) throws(PresenterFault) {
        unseen = nil
        try made.drawForExchange(picture, size: size)
    }

    /// As `Swapchain.isDrawnForExchange`.
    var isDrawnForExchange: Bool { swapchain?.isDrawnForExchange ?? false }

    /// As `Swapchain.presentForExchange`.
    func presentForExchange() { swapchain?.presentForExchange() }

    /// As `Swapchain.rehearse`; nothing before the first picture.
    func rehearse(_ picture: PlayerPicture, sizes: [Size], exchanges: Bool) throws(PresenterFault) {
        try swapchain?.rehearse(picture, sizes: sizes, exchanges: exchanges)
    }

    // MARK: Buffers

    /// Its buffers are gone; others are made for the next picture.
    func startOver() {
        swapchain?.finish()
        swapchain = nil
        unseen = nil
    }

    /// The stage's new presenter draws from now on; what the one before drew stays until `settle`.
    func changePresenter() {
        settle()
        replaced = swapchain
        swapchain = nil
        unseen = nil
    }

    /// The new presenter's content was committed.
    func settle() {
        guard let replaced else { return }
        replaced.finish()
        self.replaced = nil
        stage.swapchainWasReplaced()
    }

    /// Before the surface's role goes.
    func finish() {
        startOver()
        settle()
    }

    private var made: any Swapchain {
        if let swapchain { return swapchain }
        let made = stage.presenter.makeSwapchain(for: surface)
        swapchain = made
        return made
    }
}
