import CEGL

/// The driver's properties when the context was made.
public struct GraphicsFacts: Hashable, Sendable {
    /// `GL_RENDERER`, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    public var renderer: String
    /// Whether drawing is done by the CPU (llvmpipe, softpipe, SwiftShader) and costs time by the pixel.
    public var isSoftware: Bool
    /// Whether a hardware decoder's buffers can be drawn in place (`EGL_EXT_image_dma_buf_import` and
    /// `GL_OES_EGL_image`).
    public var importsDmabufs: Bool
    /// Whether there are filtered 16-bit textures (`GL_EXT_texture_norm16`). If false, deep formats are reduced to 10
    /// bits at upload.
    public var has16BitTextures: Bool
    /// Largest width or height of a plane that can be drawn.
    public var maximumTextureSize: Int
}

extension GraphicsFacts {
    /// Queries the current context.
    init(display: EGLDisplay?) {
        let eglExtensions = Set(eglString(display, EGL_EXTENSIONS).split(separator: " "))
        let glExtensions = Set(glString(GL_EXTENSIONS).split(separator: " "))
        renderer = glString(GL_RENDERER)
        let name = renderer.lowercased()
        isSoftware = ["llvmpipe", "softpipe", "swrast", "swiftshader", "software"].contains { name.contains($0) }
        importsDmabufs =
            eglExtensions.contains("EGL_EXT_image_dma_buf_import") && glExtensions.contains("GL_OES_EGL_image")
        has16BitTextures = glExtensions.contains("GL_EXT_texture_norm16")
        var size: GLint = 0
        glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &size)
        maximumTextureSize = Int(size)
    }
}

/// Calls `eglQueryString`; empty if it fails. A nil display asks for the client's extensions.
func eglString(_ display: EGLDisplay?, _ name: Int32) -> String {
    eglQueryString(display, name).map { String(cString: $0) } ?? ""
}

private func glString(_ name: Int32) -> String {
    glGetString(GLenum(name)).map { String(cString: $0) } ?? ""
}
