import CEGL
import OrielGeometry
package import OrielMedia

/// A dmabuf, or one of its planes, as one texture: the parameters for the driver
/// (`EGL_EXT_image_dma_buf_import_modifiers`).
package struct DmabufLayer: Hashable, Sendable {
    package var fourcc: UInt32
    package var modifier: UInt64
    package var planes: [Dmabuf.Plane]
    var shape: PlaneTexture.Shape

    package var width: Int { shape.width }
    package var height: Int { shape.height }

    /// DRM formats of the textures from which a frame is drawn, one a part; empty if it has to be converted.
    /// - Parameter fourcc: DRM format of the whole frame.
    private static func formats(_ fourcc: UInt32, _ format: PixelFormat) -> [UInt32] {
        let isWide = format.bytesPerComponent == 2
        guard !format.hasAlphaPlane, format.layout != .planarGBR, !isWide || format.layout == .semiPlanarYUV else {
            return []
        }
        return format.parts.map { part in
            switch part.components {
            case 1: UInt32(fourcc: isWide ? "R16 " : "R8  ")
            case 2: UInt32(fourcc: isWide ? "GR32" : "GR88")
            default: format.isPacked422 ? UInt32(fourcc: "AB24") : fourcc
            }
        }
    }

    /// Modifiers with which frames of a format can be drawn in place.
    /// - Parameter textures: modifiers with which buffers can be ordinary textures, by DRM format.
    package static func modifiers(
        of fourcc: UInt32, as format: PixelFormat, among textures: [UInt32: [UInt64]]
    ) -> [UInt64] {
        let formats = formats(fourcc, format)
        guard let first = formats.first, var common = textures[first] else { return [] }
        for other in formats.dropFirst() { common = common.filter { textures[other]?.contains($0) == true } }
        // Tiles depend on the size of a sample, and an implicit order on the buffer as a whole.
        if format.isPacked422 { return common.filter { $0 == Dmabuf.linear } }
        return formats.count == 1 ? common + [Dmabuf.implicit] : common
    }

    /// Textures of a frame whose format and modifier are supported.
    package static func layers(of buffer: Dmabuf, as format: PixelFormat) -> [DmabufLayer] {
        let formats = formats(buffer.format.fourcc, format)
        let size = Size(width: buffer.width, height: buffer.height)
        let encoding = format.bytesPerComponent == 1 ? SampleEncoding.normalized8 : .normalized16
        return zip(formats, format.parts).enumerated().map { index, item in
            var shape = PlaneTexture.Shape(item.1, of: format, in: size, encoding: encoding)
            let isWhole = formats.count == 1
            // The driver knows the order of a DRM format.
            if isWhole { shape.order = .rgba }
            return DmabufLayer(
                fourcc: item.0, modifier: buffer.format.modifier,
                planes: isWhole ? buffer.planes : [buffer.planes[min(index, buffer.planes.count - 1)]], shape: shape)
        }
    }

    /// Attributes for `eglCreateImage`, with `EGL_NONE` at the end.
    package var attributes: [Int32] {
        var list: [EGLint] = [
            EGL_WIDTH, EGLint(clamping: width), EGL_HEIGHT, EGLint(clamping: height), EGL_LINUX_DRM_FOURCC_EXT,
            EGLint(bitPattern: fourcc),
        ]
        // Offset and pitch of a plane have the numbers after its descriptor's; the halves of all modifiers follow each
        // other.
        let names = [
            EGL_DMA_BUF_PLANE0_FD_EXT, EGL_DMA_BUF_PLANE1_FD_EXT, EGL_DMA_BUF_PLANE2_FD_EXT, EGL_DMA_BUF_PLANE3_FD_EXT,
        ]
        for (index, (name, plane)) in zip(names, planes).enumerated() {
            list += [
                name, plane.descriptor, name + 1, EGLint(clamping: plane.offset), name + 2,
                EGLint(clamping: plane.bytesPerRow),
            ]
            guard modifier != Dmabuf.implicit else { continue }
            let low = EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT + 2 * EGLint(index)
            list += [low, EGLint(truncatingIfNeeded: modifier), low + 1, EGLint(truncatingIfNeeded: modifier >> 32)]
        }
        return list + [EGL_NONE]
    }
}
