import CEGL
import OrielGeometry

extension OffscreenTarget {
    /// Copies the pixels into shared memory in the form of `wl_shm.format.argb8888`: blue first, premultiplied alpha,
    /// rows from the top.
    /// - Parameters:
    ///   - memory: at least `size.height` rows.
    ///   - stride: bytes from one row to the next: a multiple of four, and at least four per pixel.
    public func copyPixels(into memory: UnsafeMutableRawBufferPointer, stride: Int) throws(RenderingError) {
        let row = size.width * 4
        guard let base = memory.baseAddress, stride >= row, stride % 4 == 0, memory.count >= stride * size.height else {
            throw RenderingError("glReadPixels", detail: "the memory is too small for \(size)")
        }
        try bind()
        // Read in OpenGL's order, red first and from the bottom, and reordered in place: touching another memory of
        // that size would cost more.
        glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
        glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), GLint(clamping: stride / 4))
        defer { glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), 0) }
        glReadPixels(0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), base)
        try context.checkGL("glReadPixels")
        func pixels(of y: Int) -> UnsafeMutablePointer<UInt32> {
            (base + y * stride).bindMemory(to: UInt32.self, capacity: size.width)
        }
        for y in 0..<(size.height + 1) / 2 {
            let (upper, lower) = (pixels(of: y), pixels(of: size.height - 1 - y))
            for x in 0..<size.width {
                let pixel = Self.blueFirst(upper[x])
                upper[x] = Self.blueFirst(lower[x])
                lower[x] = pixel
            }
        }
    }

    @inline(__always)
    private static func blueFirst(_ pixel: UInt32) -> UInt32 {
        pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
    }
}
