import CEGL
import OrielMedia

/// Makes textures from dmabufs, if the display supports modifiers (`EGL_EXT_image_dma_buf_import_modifiers`). Belongs
/// to the context's thread.
package struct DmabufImporter {
    /// Modifiers with which buffers can be ordinary textures, by DRM format.
    let textures: [UInt32: [UInt64]]
    /// Makes a buffer the storage of the bound texture.
    private let bind: Bind

    package typealias Bind = (DmabufLayer) throws(RenderingError) -> Void

    package init(textures: [UInt32: [UInt64]], bind: @escaping Bind) {
        self.textures = textures
        self.bind = bind
    }

    /// Whether a buffer can be drawn in place.
    func takes(_ buffer: Dmabuf, as format: PixelFormat) -> Bool {
        DmabufLayer.modifiers(of: buffer.format.fourcc, as: format, among: textures).contains(buffer.format.modifier)
    }

    /// Makes a texture of a buffer, which is kept as long as the texture. The context must be current.
    func texture(_ layer: DmabufLayer) throws(RenderingError) -> PlaneTexture {
        try PlaneTexture(layer.shape) { () throws(RenderingError) in try bind(layer) }
    }
}

extension DmabufImporter {
    /// Makes an importer for a display; nil if it lacks the extensions.
    init?(_ connection: EGLConnection, _ facts: GraphicsFacts) {
        func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
            unsafeBitCast(eglGetProcAddress(name), to: Function?.self)
        }
        guard facts.importsDmabufs, connection.extensions.contains("EGL_EXT_image_dma_buf_import_modifiers"),
            connection.extensions.contains("EGL_KHR_image_base"),
            let createImage = function("eglCreateImageKHR", PFNEGLCREATEIMAGEKHRPROC.self),
            let destroyImage = function("eglDestroyImageKHR", PFNEGLDESTROYIMAGEKHRPROC.self),
            let setTexture = function("glEGLImageTargetTexture2DOES", PFNGLEGLIMAGETARGETTEXTURE2DOESPROC.self),
            let queryFormats = function("eglQueryDmaBufFormatsEXT", PFNEGLQUERYDMABUFFORMATSEXTPROC.self),
            let queryModifiers = function("eglQueryDmaBufModifiersEXT", PFNEGLQUERYDMABUFMODIFIERSEXTPROC.self)
        else { return nil }
        let display = connection.display
        self.init(textures: Self.textures(display, queryFormats, queryModifiers)) { layer throws(RenderingError) in
            guard let image = createImage(display, nil, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil, layer.attributes) else {
                throw .egl("eglCreateImage")
            }
            setTexture(GLenum(GL_TEXTURE_2D), image)
            // The texture keeps the buffer.
            _ = destroyImage(display, image)
        }
    }

    private static func textures(
        _ display: EGLDisplay, _ queryFormats: PFNEGLQUERYDMABUFFORMATSEXTPROC,
        _ queryModifiers: PFNEGLQUERYDMABUFMODIFIERSEXTPROC
    ) -> [UInt32: [UInt64]] {
        let most: ClosedRange<EGLint> = 1...4096
        var count: EGLint = 0
        guard queryFormats(display, 0, nil, &count) != EGL_FALSE, most ~= count else { return [:] }
        var formats = [EGLint](repeating: 0, count: Int(count))
        guard queryFormats(display, count, &formats, &count) != EGL_FALSE else { return [:] }
        var textures: [UInt32: [UInt64]] = [:]
        for format in formats.prefix(Int(max(0, count))) {
            var found: EGLint = 0
            guard queryModifiers(display, format, 0, nil, nil, &found) != EGL_FALSE else { continue }
            guard most ~= found else {
                // A driver that knows no modifiers lists formats without any, and takes rows in their order.
                if found == 0 { textures[UInt32(bitPattern: format)] = [Dmabuf.linear] }
                continue
            }
            var modifiers = [UInt64](repeating: 0, count: Int(found))
            var external = [EGLBoolean](repeating: 0, count: Int(found))
            guard queryModifiers(display, format, found, &modifiers, &external, &found) != EGL_FALSE else { continue }
            // Formats that only the driver's own conversion can read are not supported.
            textures[UInt32(bitPattern: format)] = zip(modifiers, external).prefix(Int(max(0, found)))
                .filter { $0.1 == EGL_FALSE }.map(\.0)
        }
        return textures
    }
}
