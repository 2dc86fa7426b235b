import OrielGeometry
import OrielPlayer
import OrielRaster
import OrielWayland

/// The shared-memory buffers of a surface: the one that the compositor shows, and those needed to draw meanwhile.
@MainActor
final class ShmSwapchain: Swapchain {
    /// Most buffers of a surface: one shown, one committed, one to draw into, and one for an exchange that can't wait.
    private static let limit = 4

    /// A buffer, and the area of the picture in it. The rest of the buffer is already black.
    private struct Page {
        let buffer: ShmBuffer
        let format: ShmBuffer.Format
        var picture: Rect?
    }

    private let surface: Surface
    private let presenter: ShmPresenter
    private let globals: Globals
    private var pages: [Page] = []
    private var fitting = PictureFitting()
    /// The edge that was drawn last.
    private var edge: RasterEdge?
    /// The buffer that was drawn and not yet presented.
    private var drawn: ShmBuffer?

    init(_ surface: Surface, _ presenter: ShmPresenter, _ globals: Globals) {
        self.surface = surface
        self.presenter = presenter
        self.globals = globals
    }

    /// Draws for an exchange as ever: no commit is flushed.
    func draw(_ given: PlayerPicture?, size: Size, forExchange: Bool) throws(PresenterFault) -> Bool {
        var picture = given
        if let given {
            let seen = try given.inMemory()
            try presenter.check(seen.frame)
            picture = seen
        }
        let opacity = picture?.opacity ?? 1
        let cut = picture?.edge(in: size) ?? PictureEdge()
        let hasClearGround = picture?.hasClearGround == true
        let isOpaque = opacity >= 1 && !hasClearGround && cut.isEmpty
        guard let index = try freePage(of: size, isOpaque ? .opaque : .alpha) else { return false }
        let buffer = pages[index].buffer
        guard let base = buffer.bytes.baseAddress else { return false }
        let memory = RasterBuffer(base: base, size: size, bytesPerRow: buffer.stride)
        let fitted = picture.map { fitting.fit($0, in: size) }
        let destination = fitted?.destination ?? Rect(origin: .zero, size: .zero)
        if pages[index].picture != destination {
            memory.clearBars(around: destination, isOpaque: !hasClearGround)
            // Faded and cut bars aren't black next time.
            pages[index].picture = isOpaque ? destination : nil
        }
        if let fitted, !destination.isEmpty {
            do { try presenter.raster.draw(fitted.picture.frame, into: memory, at: destination) } catch {
                throw PresenterFault(error)
            }
            given?.player.noteCopied()
        }
        if !cut.isEmpty {
            if edge?.edge != cut { edge = RasterEdge(cut) }
            edge?.apply(to: memory)
        }
        if opacity < 1 { memory.fade(to: opacity) }
        drawn = buffer
        return true
    }

    func present() {
        guard let buffer = drawn else { return }
        drawn = nil
        surface.attach(buffer)
        surface.damage()
        surface.commit()
    }

    func rehearse(_ pictures: [(PlayerPicture, in: Size)], exchanges: Bool) throws(PresenterFault) {
        for (picture, size) in pictures where !picture.isMoving {
            let fitted = fitting.fit(try picture.inMemory(), in: size)
            presenter.raster.ready(for: fitted.picture.frame, at: fitted.destination.size)
        }
    }

    func finish() {
        pages = []
        drawn = nil
        fitting.forget()
    }

    /// Index of a buffer of a size and format that the compositor doesn't read; nil if all are in use. Frees others as
    /// soon as they are released.
    private func freePage(of size: Size, _ format: ShmBuffer.Format) throws(PresenterFault) -> Int? {
        func fits(_ page: Page) -> Bool { page.buffer.size == size && page.format == format }
        if let drawn, let index = pages.firstIndex(where: { $0.buffer === drawn }), fits(pages[index]) { return index }
        drawn = nil
        pages.removeAll { !fits($0) && !$0.buffer.isBusy }
        if let index = pages.firstIndex(where: { fits($0) && !$0.buffer.isBusy }) { return index }
        guard pages.count < Self.limit else { return nil }
        do {
            let buffer = try ShmBuffer(globals, size: size, format: format)
            pages.append(Page(buffer: buffer, format: format))
        } catch { throw PresenterFault(error) }
        return pages.count - 1
    }
}
