import CEGL
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

    /// A component of a frame, described as a separate DRM format.
    private struct Kind {
        let fourcc: UInt32
        let components: Int
        var isReduced = false
        var encoding = SampleEncoding.normalized8
        var order = PlaneTexture.Shape.Order.rgba
    }

    private static func code(_ letters: StaticString) -> UInt32 {
        letters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Textures from which a frame is drawn; empty if it has to be converted.
    /// - Parameter fourcc: DRM format of the whole frame.
    private static func kinds(_ fourcc: UInt32, _ format: PixelFormat) -> [Kind] {
        let (luma, chroma) = (code("R8  "), code("GR88"))
        switch (format.layout, format.bytesPerComponent) {
        case (.rgba, 1), (.bgra, 1): return [Kind(fourcc: fourcc, components: 4)]
        case (.gray, 1): return [Kind(fourcc: luma, components: 1)]
        case (.planarYUV, 1) where !format.hasAlpha:
            let reduced = Kind(fourcc: luma, components: 1, isReduced: true)
            return [Kind(fourcc: luma, components: 1), reduced, reduced]
        case (.semiPlanarYUV, 1):
            return [Kind(fourcc: luma, components: 1), Kind(fourcc: chroma, components: 2, isReduced: true)]
        case (.semiPlanarYUV, 2):
            return [
                Kind(fourcc: code("R16 "), components: 1, encoding: .normalized16),
                Kind(fourcc: code("GR32"), components: 2, isReduced: true, encoding: .normalized16),
            ]
        case (.yuyv, 1), (.uyvy, 1):
            // The same bytes as two textures, each for a part of the components.
            let isYUYV = format.layout == .yuyv
            return [
                Kind(fourcc: chroma, components: 2, order: .packed(isYUYV ? .lumaOfYUYV : .lumaOfUYVY)),
                Kind(
                    fourcc: code("AB24"), components: 4, isReduced: true,
                    order: .packed(isYUYV ? .chromaOfYUYV : .chromaOfUYVY)),
            ]
        default: return []
        }
    }

    /// Modifiers with which frames of a format can be drawn in place.
    /// - Parameter textures: modifiers with which buffers can be ordinary textures, by DRM format.
    package static func modifiers(
        of fourcc: UInt32, as format: PixelFormat, among textures: [UInt32: [UInt64]]
    ) -> [UInt64] {
        let kinds = kinds(fourcc, format)
        guard let first = kinds.first, var common = textures[first.fourcc] else { return [] }
        for kind in kinds.dropFirst() { common = common.filter { textures[kind.fourcc]?.contains($0) == true } }
        // Tiles depend on the size of a sample, and an implicit order on the buffer as a whole.
        if format.isPacked422 { return common.filter { $0 == Dmabuf.linear } }
        return kinds.count == 1 ? common + [Dmabuf.implicit] : common
    }

    /// Textures of a frame whose format and modifier are supported.
    package static func layers(of buffer: Dmabuf, as format: PixelFormat) -> [DmabufLayer] {
        let kinds = kinds(buffer.format.fourcc, format)
        return kinds.enumerated().map { index, kind in
            let isWhole = kinds.count == 1
            let (shiftX, shiftY) = kind.isReduced ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
            return DmabufLayer(
                fourcc: kind.fourcc, modifier: buffer.format.modifier,
                planes: isWhole ? buffer.planes : [buffer.planes[min(index, buffer.planes.count - 1)]],
                shape: PlaneTexture.Shape(
                    width: (buffer.width + (1 << shiftX) - 1) >> shiftX,
                    height: (buffer.height + (1 << shiftY) - 1) >> shiftY, components: kind.components,
                    encoding: kind.encoding, order: kind.order))
        }
    }

    /// Attributes for `eglCreateImage`, with `EGL_NONE` at the end.
    package var attributes: [Int32] {
        let names: [(descriptor: EGLint, offset: EGLint, pitch: EGLint, low: EGLint, high: EGLint)] = [
            (
                EGL_DMA_BUF_PLANE0_FD_EXT, EGL_DMA_BUF_PLANE0_OFFSET_EXT, EGL_DMA_BUF_PLANE0_PITCH_EXT,
                EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT
            ),
            (
                EGL_DMA_BUF_PLANE1_FD_EXT, EGL_DMA_BUF_PLANE1_OFFSET_EXT, EGL_DMA_BUF_PLANE1_PITCH_EXT,
                EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT
            ),
            (
                EGL_DMA_BUF_PLANE2_FD_EXT, EGL_DMA_BUF_PLANE2_OFFSET_EXT, EGL_DMA_BUF_PLANE2_PITCH_EXT,
                EGL_DMA_BUF_PLANE2_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE2_MODIFIER_HI_EXT
            ),
            (
                EGL_DMA_BUF_PLANE3_FD_EXT, EGL_DMA_BUF_PLANE3_OFFSET_EXT, EGL_DMA_BUF_PLANE3_PITCH_EXT,
                EGL_DMA_BUF_PLANE3_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE3_MODIFIER_HI_EXT
            ),
        ]
        var list: [EGLint] = [
            EGL_WIDTH, EGLint(clamping: width), EGL_HEIGHT, EGLint(clamping: height), EGL_LINUX_DRM_FOURCC_EXT,
            EGLint(bitPattern: fourcc),
        ]
        for (name, plane) in zip(names, planes) {
            list += [
                name.descriptor, plane.descriptor, name.offset, EGLint(clamping: plane.offset), name.pitch,
                EGLint(clamping: plane.bytesPerRow),
            ]
            guard modifier != Dmabuf.implicit else { continue }
            list += [
                name.low, EGLint(truncatingIfNeeded: modifier), name.high, EGLint(truncatingIfNeeded: modifier >> 32),
            ]
        }
        return list + [EGL_NONE]
    }
}
