import CEGL
import OrielGeometry

extension OffscreenTarget {
    /// Copies the pixels into shared memory as `wl_shm.format.argb8888` wants them: blue first, alpha premultiplied, rows
    /// from the top.
    /// - Parameters:
    ///   - memory: at least `size.height` rows.
    ///   - stride: bytes from one row to the next, at least four for each pixel.
    public func copyPixels(into memory: UnsafeMutableRawBufferPointer, stride: Int) throws(RenderingError) {
        let row = size.width * 4
        guard stride >= row, memory.count >= stride * size.height else {
            throw RenderingError("glReadPixels", detail: "the memory is too small for \(size)")
        }
        try bind()
        var upward = [UInt32](repeating: 0, count: size.width * size.height)
        glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
        glReadPixels(
            0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &upward)
        try context.checkGL("glReadPixels")
        for y in 0..<size.height {
            let source = (size.height - 1 - y) * size.width
            let target = UnsafeMutableRawBufferPointer(rebasing: memory[y * stride..<y * stride + row])
                .bindMemory(to: UInt32.self)
            for x in 0..<size.width {
                let pixel = upward[source + x]
                target[x] = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
            }
        }
    }
}
