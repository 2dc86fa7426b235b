import OrielGeometry
import OrielRendering
import OrielWayland

/// The EGL window of a surface; the driver owns its buffers.
@MainActor
final class GLESSwapchain: Swapchain {
    private let surface: Surface
    private let presenter: GLESPresenter
    private var fitting = PictureFitting()
    private let globals: Globals
    private var nativeWindow: NativeWindow?
    private var target: WindowTarget?
    /// The back buffer was drawn into and not yet presented.
    private var hasUnseenDrawing = false
    /// Buffer drawn for an exchange and not yet committed.
    private var prepared: ShmBuffer?
    /// Buffer of an exchange that the compositor may still read.
    private var attached: ShmBuffer?

    init(_ surface: Surface, _ presenter: GLESPresenter, _ globals: Globals) {
        self.surface = surface
        self.presenter = presenter
        self.globals = globals
    }

    func draw(_ picture: PlayerPicture?, size: Size, forExchange: Bool) throws(PresenterFault) -> Bool {
        prepared = nil
        if forExchange {
            prepared = try drawInMemory(picture, size: size)
            return true
        }
        do throws(RenderingError) {
            try presenter.graphics.draw(
                try content(picture, in: size), background: background(of: picture, in: size),
                into: try target(of: size))
        } catch { throw PresenterFault(error) }
        hasUnseenDrawing = true
        return true
    }

    func present() throws(PresenterFault) {
        if let prepared { return present(prepared) }
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

    /// Draws into shared memory, because EGL flushes each commit by itself.
    private func drawInMemory(_ picture: PlayerPicture?, size: Size) throws(PresenterFault) -> ShmBuffer {
        do {
            let offscreen = try OffscreenTarget(in: presenter.graphics, size: size)
            defer { offscreen.finish() }
            try presenter.graphics.draw(
                try content(picture, in: size), background: background(of: picture, in: size), into: offscreen)
            let isOpaque = background(of: picture, in: size).alpha == 1
            let buffer = try ShmBuffer(globals, size: size, format: isOpaque ? .opaque : .alpha)
            try offscreen.copyPixels(into: buffer.bytes, stride: buffer.stride)
            return buffer
        } catch let error as RenderingError {
            throw PresenterFault(error)
        } catch let error as WaylandError {
            throw PresenterFault(error)
        } catch { throw PresenterFault(.passing, "\(error)") }
    }

    private func present(_ buffer: ShmBuffer) {
        prepared = nil
        surface.attach(buffer)
        surface.damage()
        surface.commit()
        // The compositor reads the buffer until the next content has replaced it.
        attached = buffer
        buffer.onRelease = { [weak self] in if self?.attached === $0 { self?.attached = nil } }
    }

    /// Compiles the shaders ahead: the first use of a shader takes up to a third of a second.
    func rehearse(_ pictures: [(PlayerPicture, in: Size)], exchanges: Bool) throws(PresenterFault) {
        guard let first = pictures.first else { return }
        do throws(RenderingError) {
            let target = if let target { target } else { try target(of: first.in) }
            for (picture, size) in pictures {
                guard let content = try content(picture, in: size) else { continue }
                let background = background(of: picture, in: size)
                try presenter.graphics.rehearse(content, background: background, for: target)
                guard exchanges, !picture.isMoving else { continue }
                let offscreen = try OffscreenTarget(in: presenter.graphics, size: size)
                defer { offscreen.finish() }
                try presenter.graphics.rehearse(content, background: background, for: offscreen)
            }
            // The back buffer has a size now, which it would keep when the window is resized.
            hasUnseenDrawing = true
        } catch { throw PresenterFault(error) }
    }

    func finish() {
        dropTarget()
        fitting.forget()
    }

    /// Destroys the EGL surface, then the window that it draws to.
    private func dropTarget() {
        if globals.connection.isGone {
            target?.abandon()
            nativeWindow?.abandon()
        }
        target?.finish()
        target = nil
        nativeWindow?.destroy()
        nativeWindow = nil
        hasUnseenDrawing = false
    }

    private func content(_ picture: PlayerPicture?, in size: Size) throws(RenderingError) -> Picture? {
        guard let picture else { return nil }
        let fitted = fitting.fit(picture, in: size)
        var content = Picture(
            texture: try presenter.texture(of: fitted.picture), destination: fitted.destination)
        content.opacity = picture.opacity
        content.isMoving = picture.isMoving
        content.edge = picture.edge(in: size)
        if !picture.edge.isEmpty { content.roundedArea = Rect(origin: .zero, size: size) }
        return content
    }

    private func background(of picture: PlayerPicture?, in size: Size) -> Color {
        guard let picture else { return .black }
        let isOpaque = picture.opacity >= 1 && !picture.hasClearGround && picture.edge(in: size).isEmpty
        return isOpaque ? .black : Color(red: 0, green: 0, blue: 0, alpha: 0)
    }

    private func target(of size: Size) throws(RenderingError) -> WindowTarget {
        // Mesa 22.3's software path copies a picture drawn at the old size into a buffer of the new size and past its
        // end, which was seen to crash. The old drawing is of no use anyway.
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
        let made = try WindowTarget(presenter.graphics, nativeWindow: pointer, size: size)
        nativeWindow = window
        target = made
        return made
    }
}
