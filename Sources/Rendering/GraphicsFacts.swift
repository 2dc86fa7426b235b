import CEGL

/// What the driver said about itself when the context was made; what `oriel doctor` prints.
public struct GraphicsFacts: Hashable, Sendable {
    /// `GL_VENDOR`, such as `Mesa/X.org`.
    public var vendor: String
    /// `GL_RENDERER`, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    public var renderer: String
    /// `GL_VERSION`, such as `OpenGL ES 3.2 Mesa 22.3.6`.
    public var version: String
    /// `EGL_VERSION` and `EGL_VENDOR`, such as `1.5 Mesa Project`.
    public var eglVersion: String
    /// True for llvmpipe, softpipe and SwiftShader: drawing costs CPU time, by the pixel.
    public var isSoftware: Bool
    /// `EGL_EXT_image_dma_buf_import` and `GL_OES_EGL_image` are there: a hardware decoder's buffers can be drawn in place.
    public var importsDmabufs: Bool
    /// The context says so when the driver was reset (`EGL_EXT_create_context_robustness`).
    public var reportsResets: Bool
    /// 16-bit textures that filter (`GL_EXT_texture_norm16`); else deep formats are reduced to 10 bits at upload.
    public var has16BitTextures: Bool
    /// A texture can have blue first, as windows have it (`GL_EXT_texture_format_BGRA8888`).
    public var storesBGRA: Bool
    /// A region can be given with a swap (`EGL_KHR_swap_buffers_with_damage` or the EXT of the same name).
    public var swapsWithDamage: Bool
    /// The widest and highest plane that can be drawn.
    public var maximumTextureSize: Int
}

extension GraphicsFacts {
    /// Of the current context.
    init(display: EGLDisplay?, reportsResets: Bool) {
        let eglExtensions = Set(eglString(display, EGL_EXTENSIONS).split(separator: " "))
        let glExtensions = Set(glString(GL_EXTENSIONS).split(separator: " "))
        vendor = glString(GL_VENDOR)
        renderer = glString(GL_RENDERER)
        version = glString(GL_VERSION)
        eglVersion = eglString(display, EGL_VERSION) + " " + eglString(display, EGL_VENDOR)
        let name = renderer.lowercased()
        isSoftware = ["llvmpipe", "softpipe", "swrast", "swiftshader", "software"].contains { name.contains($0) }
        importsDmabufs =
            eglExtensions.contains("EGL_EXT_image_dma_buf_import") && glExtensions.contains("GL_OES_EGL_image")
        self.reportsResets = reportsResets
        has16BitTextures = glExtensions.contains("GL_EXT_texture_norm16")
        storesBGRA = glExtensions.contains("GL_EXT_texture_format_BGRA8888")
        swapsWithDamage =
            eglExtensions.contains("EGL_KHR_swap_buffers_with_damage")
            || eglExtensions.contains("EGL_EXT_swap_buffers_with_damage")
        var size: GLint = 0
        glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &size)
        maximumTextureSize = Int(size)
    }
}

/// `eglQueryString`; empty where it fails. A nil display asks for the client's extensions.
func eglString(_ display: EGLDisplay?, _ name: Int32) -> String {
    eglQueryString(display, name).map { String(cString: $0) } ?? ""
}

private func glString(_ name: Int32) -> String {
    glGetString(GLenum(name)).map { String(cString: $0) } ?? ""
}
