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

/// Names of EGL's errors from `EGL_SUCCESS` on, without their prefix.
private let eglErrors = [
    "SUCCESS", "NOT_INITIALIZED", "BAD_ACCESS", "BAD_ALLOC", "BAD_ATTRIBUTE", "BAD_CONFIG", "BAD_CONTEXT",
    "BAD_CURRENT_SURFACE", "BAD_DISPLAY", "BAD_MATCH", "BAD_NATIVE_PIXMAP", "BAD_NATIVE_WINDOW", "BAD_PARAMETER",
    "BAD_SURFACE", "CONTEXT_LOST",
]

func eglErrorName(_ code: EGLint) -> String {
    let index = Int(code) - Int(EGL_SUCCESS)
    return eglErrors.indices.contains(index) ? "EGL_" + eglErrors[index] : "EGL error 0x" + String(code, radix: 16)
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
