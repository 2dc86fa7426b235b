import ArgumentParser
import CEGL

/// An OpenGL context of the app's on its own display, current on the main thread, as a toolkit keeps one.
@MainActor
final class InlineContext {
    private let display: EGLDisplay
    private let context: EGLContext

    init(_ native: OpaquePointer) throws {
        let attributes: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE]
        let wanted: [EGLint] = [EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE]
        var config: EGLConfig?
        var count: EGLint = 0
        guard
            let display = eglGetPlatformDisplay(
                EGLenum(EGL_PLATFORM_WAYLAND_KHR), UnsafeMutableRawPointer(native), nil),
            eglInitialize(display, nil, nil) != EGL_FALSE, eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) != EGL_FALSE,
            eglChooseConfig(display, wanted, &config, 1, &count) != EGL_FALSE, count == 1,
            let context = eglCreateContext(display, config, nil, attributes),
            eglMakeCurrent(display, nil, nil, context) != EGL_FALSE
        else { throw ValidationError("no OpenGL context") }
        self.display = display
        self.context = context
    }

    /// Problem of the context; nil if it is current, and its display open.
    var problem: String? {
        guard eglQueryString(display, EGL_VERSION) != nil else { return "its display was terminated" }
        guard eglGetCurrentContext() == context else { return "another context is current" }
        guard glGetString(GLenum(GL_VERSION)) != nil, glGetError() == GLenum(GL_NO_ERROR) else {
            return "it draws nothing"
        }
        return nil
    }
}
