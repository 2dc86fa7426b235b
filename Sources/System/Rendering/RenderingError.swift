import CEGL

/// A failed drawing operation, with EGL's or OpenGL ES's name for the reason.
public struct RenderingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The C call or the action, such as `eglCreateContext`.
    public var operation: String
    /// `EGL_BAD_ALLOC`, `GL_OUT_OF_MEMORY`, …; empty if the reason is not a code.
    public var code: String
    /// Further information for the user, such as a compiler's log.
    public var detail: String
    /// Whether everything that the driver held for this context is gone, so that `GraphicsContext.recreate()` is
    /// needed.
    public var isContextLost: Bool
    /// Whether the frame's buffer is the reason; other frames can be drawn.
    public var isBuffers = false
    /// Whether the context can never draw the frame.
    public var isLasting = false

    public init(_ operation: String, code: String = "", detail: String = "", isContextLost: Bool = false) {
        self.operation = operation
        self.code = code
        self.detail = detail
        self.isContextLost = isContextLost
    }

    public var description: String {
        [operation, code, detail].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// Makes the error of the EGL call that just failed, with the code of `eglGetError`.
    static func egl(_ operation: String) -> RenderingError {
        let code = eglGetError()
        return RenderingError(operation, code: eglErrorName(code), isContextLost: code == EGL_CONTEXT_LOST)
    }

    static func contextLost(_ operation: String) -> RenderingError {
        RenderingError(
            operation, code: "EGL_CONTEXT_LOST", detail: "the graphics driver was reset", isContextLost: true)
    }

    static func gl(_ operation: String, _ code: GLenum) -> RenderingError {
        RenderingError(
            operation, code: glErrorName(code), isContextLost: Int32(bitPattern: code) == GL_CONTEXT_LOST_KHR)
    }
}

func eglErrorName(_ code: EGLint) -> String {
    switch code {
    case EGL_SUCCESS: "EGL_SUCCESS"
    case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
    case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
    case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
    case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
    case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
    case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
    case EGL_BAD_CURRENT_SURFACE: "EGL_BAD_CURRENT_SURFACE"
    case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
    case EGL_BAD_MATCH: "EGL_BAD_MATCH"
    case EGL_BAD_NATIVE_PIXMAP: "EGL_BAD_NATIVE_PIXMAP"
    case EGL_BAD_NATIVE_WINDOW: "EGL_BAD_NATIVE_WINDOW"
    case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
    case EGL_BAD_SURFACE: "EGL_BAD_SURFACE"
    case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
    default: "EGL error 0x" + String(code, radix: 16)
    }
}

func glErrorName(_ code: GLenum) -> String {
    switch Int32(bitPattern: code) {
    case GL_NO_ERROR: "GL_NO_ERROR"
    case GL_INVALID_ENUM: "GL_INVALID_ENUM"
    case GL_INVALID_VALUE: "GL_INVALID_VALUE"
    case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
    case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
    case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
    case GL_CONTEXT_LOST_KHR: "GL_CONTEXT_LOST"
    default: "GL error 0x" + String(code, radix: 16)
    }
}
