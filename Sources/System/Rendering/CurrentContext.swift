import CEGL

/// The context that is current on the calling thread, with its surfaces.
struct CurrentContext {
    private let display: EGLDisplay
    private let context: EGLContext
    private let draw: EGLSurface?
    private let read: EGLSurface?

    /// nil if no context is current, or only `own`.
    init?(besides own: EGLContext?) {
        guard let context = eglGetCurrentContext(), context != own, let display = eglGetCurrentDisplay() else {
            return nil
        }
        self.display = display
        self.context = context
        draw = eglGetCurrentSurface(EGL_DRAW)
        read = eglGetCurrentSurface(EGL_READ)
    }

    /// Makes it current again (`eglMakeCurrent`). If its surfaces are gone meanwhile, none is current.
    func restore() {
        if eglMakeCurrent(display, draw, read, context) == EGL_FALSE { eglMakeCurrent(display, nil, nil, nil) }
    }
}
