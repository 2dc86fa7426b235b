import CEGL
public import OrielGeometry

/// A window as a target: an `EGLSurface` on a `wl_egl_window`.
///
/// The swap interval is 0: a swap never waits for the compositor; frame callbacks decide when to draw.
public final class WindowTarget: RenderTarget {
    /// Result of a swap.
    public enum SwapResult: Hashable, Sendable {
        /// The buffer was attached and committed.
        case ok
        /// Everything that the driver held is gone: call `GraphicsContext.recreate()`, then draw again.
        case contextLost
        /// The window can no longer be drawn to: finish this target and make another.
        case badSurface(RenderingError)
    }

    private var surface: EGLSurface?
    private var intervalGeneration = 0

    /// Makes a target for a `wl_egl_window`. The caller keeps its size equal to `size`.
    public init(_ context: GraphicsContext, nativeWindow: OpaquePointer, size: Size) throws(RenderingError) {
        let connection = context.connection
        let attributes: [EGLAttrib] = [EGLAttrib(EGL_NONE)]
        surface =
            eglCreatePlatformWindowSurface(
                connection.display, connection.config, UnsafeMutableRawPointer(nativeWindow), attributes)
            ?? eglCreateWindowSurface(
                connection.display, connection.config, EGLNativeWindowType(UInt(bitPattern: nativeWindow)), nil)
        guard surface != nil else { throw .egl("eglCreateWindowSurface") }
        super.init(context, size: size)
    }

    override func bind() throws(RenderingError) {
        guard let surface else { throw RenderingError("eglMakeCurrent", detail: "the target was finished") }
        try context.makeCurrent(surface)
        if intervalGeneration != context.generation {
            // The interval belongs to a surface and a context, and can only be set on the current ones.
            eglSwapInterval(context.connection.display, 0)
            intervalGeneration = context.generation
        }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
    }

    /// Hands the drawn buffer to the compositor (attach, damage of everything and commit of the `wl_surface`).
    public func swap() -> SwapResult {
        do throws(RenderingError) {
            try bind()
        } catch {
            return error.isContextLost ? .contextLost : .badSurface(error)
        }
        guard eglSwapBuffers(context.connection.display, surface) == EGL_FALSE else { return .ok }
        let error = context.noted(.egl("eglSwapBuffers"))
        return error.isContextLost ? .contextLost : .badSurface(error)
    }

    /// Destroys the EGL surface; must be called before the `wl_egl_window` and the context are destroyed.
    public func finish() {
        guard let surface else { return }
        context.leave(surface)
        eglDestroySurface(context.connection.display, surface)
        self.surface = nil
    }

    /// Forgets the EGL surface, whose `wl_display` another part of the program has disconnected.
    public func abandon() { surface = nil }

    deinit { assert(surface == nil, "a window target is finished before it is let go") }
}
