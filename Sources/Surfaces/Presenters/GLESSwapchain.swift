import OrielGeometry
import OrielMedia
import OrielRendering
import OrielWayland

/// A surface's EGL window, whose buffers are the driver's.
@MainActor
final class GLESSwapchain: Swapchain {
    private let surface: Surface
    private let presenter: GLESPresenter
    private var fitting = PictureFitting()
    private let globals: Globals
    private var nativeWindow: NativeWindow?
    private var target: WindowTarget?
    /// The back buffer was drawn into and not handed over.
    private var hasUnseenDrawing = false
    /// Drawn for an exchange and not committed yet.
    private var prepared: ShmBuffer?
    /// An exchange's content, until the compositor has let go of it.
    private var attached: ShmBuffer?

    init(_ surface: Surface, _ presenter: GLESPresenter, _ globals: Globals) {
        self.surface = surface
        self.presenter = presenter
        self.globals = globals
    }

    func draw(_ picture: PlayerPicture?, size: Size) throws(PresenterFault) -> Bool {
        do throws(RenderingError) {
            try presenter.graphics.draw(try content(picture, in: size), into: try target(of: size))
        } catch { throw PresenterFault(error) }
        hasUnseenDrawing = true
        return true
    }

    func present() throws(PresenterFault) {
        guard let target else { return }
        hasUnseenDrawing = false
        switch target.swap() {
        case .ok: break
        case .contextLost: throw PresenterFault(.lost, "the graphics driver was reset")
        case .badSurface(let error):
            dropTarget()
            throw PresenterFault(error)
        }
    }

    /// EGL flushes each commit by itself, so an exchange is drawn into shared memory.
    func drawForExchange(_ picture: PlayerPicture?, size: Size) throws(PresenterFault) {
        do {
            let offscreen = try presenter.graphics.makeOffscreenTarget(size: size)
            defer { offscreen.finish() }
            try presenter.graphics.draw(try content(picture, in: size), into: offscreen)
            let buffer = try ShmBuffer(globals, size: size)
            try offscreen.copyPixels(into: buffer.bytes, stride: buffer.stride)
            prepared = buffer
        } catch let error as RenderingError {
            throw PresenterFault(error)
        } catch let error as WaylandError {
            throw PresenterFault(error)
        } catch { throw PresenterFault(.passing, "\(error)") }
    }

    var isDrawnForExchange: Bool { prepared != nil }

    func presentForExchange() {
        guard let buffer = prepared else { return }
        prepared = nil
        surface.attach(buffer)
        surface.damage()
        surface.commit()
        // The compositor reads it until the next content has come.
        attached = buffer
        buffer.onRelease = { [weak self] in if self?.attached === $0 { self?.attached = nil } }
    }

    /// A shader that was never used takes up to a third of a second to compile.
    func rehearse(_ picture: PlayerPicture, sizes: [Size], exchanges: Bool) throws(PresenterFault) {
        guard let target else { return }
        do throws(RenderingError) {
            for size in sizes {
                guard let content = try content(picture, in: size) else { continue }
                try presenter.graphics.rehearse(content, for: target)
                guard exchanges else { continue }
                let offscreen = try presenter.graphics.makeOffscreenTarget(size: size)
                defer { offscreen.finish() }
                try presenter.graphics.rehearse(content, for: offscreen)
            }
        } catch { throw PresenterFault(error) }
    }

    func finish() {
        dropTarget()
        fitting.forget()
    }

    /// Destroys the EGL surface, then what it stands on.
    private func dropTarget() {
        target?.finish()
        target = nil
        nativeWindow?.destroy()
        nativeWindow = nil
        hasUnseenDrawing = false
    }

    private func content(_ picture: PlayerPicture?, in size: Size) throws(RenderingError) -> Picture? {
        guard let picture else { return nil }
        let fitted = fitting.fit(picture, in: size)
        return Picture(texture: try presenter.texture(of: fitted.picture), destination: fitted.destination)
    }

    private func target(of size: Size) throws(RenderingError) -> WindowTarget {
        // Mesa 22.3's software path copies a picture that was drawn at the old size into a buffer of the new one, and past
        // its end: seen as a crash. What was drawn is of no use anyway.
        if let target, target.size != size, hasUnseenDrawing { dropTarget() }
        if let target, let nativeWindow {
            if nativeWindow.size != size {
                nativeWindow.resize(to: size)
                target.size = size
            }
            return target
        }
        guard let window = NativeWindow(surface, size: size), let pointer = window.pointer else {
            throw RenderingError("wl_egl_window_create", detail: "the surface has ended")
        }
        let made = try presenter.graphics.makeWindowTarget(nativeWindow: pointer, size: size)
        nativeWindow = window
        target = made
        return made
    }
}
