import OrielGeometry
import OrielMedia
import OrielWayland

/// The content of one surface, drawn and presented through the swapchain of the stage's current presenter.
@MainActor
final class SurfaceContent {
    private let surface: Surface
    private unowned let stage: Stage
    private var swapchain: (any Swapchain)?
    /// Swapchain of the previous presenter, whose content is shown until the new one commits.
    private var replaced: (any Swapchain)?
    /// The picture that was drawn and not yet presented.
    private var unseen: (frame: VideoFrame?, part: Rect?, size: Size, isForExchange: Bool)?
    /// Size of the buffer that the surface shows, in pixels; empty before the first.
    private var attached = Size.zero
    /// Size of the surface before it is clipped, in logical pixels; empty until configured.
    private(set) var size = Size.zero
    /// The part that is visible, in logical pixels of the surface before it is clipped; nil if all of it, empty if
    /// nothing.
    private(set) var visiblePart: Rect?
    /// Radius of the corners in logical pixels.
    var cornerRadius = 0
    /// Whether what lies below is seen beside an animated picture, and not black.
    var hasClearGround = false

    init(of surface: Surface, _ stage: Stage) {
        self.surface = surface
        self.stage = stage
    }

    /// A swapchain exists.
    var isMade: Bool { swapchain != nil }

    /// Content was presented.
    var isShown: Bool { !attached.isEmpty }

    /// Content of the previous presenter is still on screen.
    var showsReplaced: Bool { replaced != nil }

    // MARK: Drawing

    /// Whether this picture was drawn at this size and not yet presented.
    func isDrawn(_ picture: PlayerPicture?, size: Size) -> Bool {
        unseen.map { $0.frame === picture?.frame && $0.part == picture?.part && $0.size == size } ?? false
    }

    /// A picture was drawn for an exchange and not yet presented.
    var isPrepared: Bool { unseen?.isForExchange == true }

    /// As `Swapchain.draw`.
    func draw(_ picture: PlayerPicture?, size: Size, forExchange: Bool = false) throws(PresenterFault) -> Bool {
        unseen = nil
        guard try made.draw(picture, size: size, forExchange: forExchange) else { return false }
        unseen = (picture?.frame, picture?.part, size, forExchange)
        return true
    }

    /// As `Swapchain.present`.
    func present() throws(PresenterFault) {
        let size = unseen?.size ?? attached
        unseen = nil
        cut(size)
        do throws(PresenterFault) { try swapchain?.present() } catch {
            cut(attached)
            throw error
        }
        attached = size
    }

    /// As `Swapchain.rehearse`; does nothing before the first picture.
    func rehearse(_ pictures: [(PlayerPicture, in: Size)], exchanges: Bool) throws(PresenterFault) {
        try swapchain?.rehearse(pictures, exchanges: exchanges)
    }

    // MARK: Place

    /// Sets the surface's size, from its next commit on.
    /// - Parameter visiblePart: see `visiblePart`.
    /// - Returns: false without a viewporter: the size is the buffer's, and nothing is clipped.
    func resize(to size: Size, visiblePart: Rect?) -> Bool {
        let wasCut = self.visiblePart != nil
        (self.size, self.visiblePart) = (size, visiblePart)
        if wasCut, visiblePart == nil { surface.setSource(part: nil) }
        cut(attached)
        return surface.setDestination(visiblePart?.size ?? size) || visiblePart?.isEmpty == true
    }

    /// Shows the visible part of a buffer of a size, from the commit on that leaves such a buffer attached.
    private func cut(_ buffer: Size) {
        guard let visiblePart else { return }
        let whole = Rect(origin: .zero, size: size)
        if let part = BufferPart(of: visiblePart, in: whole, buffer: buffer) { surface.setSource(part: part) }
    }

    /// Removes the surface from the screen until the next `present`.
    func unmap() {
        surface.setSource(part: nil)
        surface.attach(nil)
        surface.commit()
        attached = .zero
    }

    // MARK: Buffers

    /// Drops the swapchain, whose buffers are lost; the next picture makes a new one.
    func startOver() {
        swapchain?.finish()
        swapchain = nil
        unseen = nil
    }

    /// Drops the swapchain for that of the stage's new presenter; the old content stays on screen until `settle`.
    func changePresenter() {
        settle()
        replaced = swapchain
        swapchain = nil
        unseen = nil
    }

    /// Frees the old content, once content of the new presenter was committed.
    func settle() {
        guard let replaced else { return }
        replaced.finish()
        self.replaced = nil
        stage.swapchainWasReplaced()
    }

    /// Frees all buffers. Call before the surface's role object is destroyed.
    func finish() {
        startOver()
        settle()
    }

    /// The swapchain, made on first use.
    private var made: any Swapchain {
        if let swapchain { return swapchain }
        let made = stage.presenter.makeSwapchain(for: surface)
        swapchain = made
        return made
    }
}
