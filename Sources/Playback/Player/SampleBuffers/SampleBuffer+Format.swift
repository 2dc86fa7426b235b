package import OrielMedia

extension SampleBuffer {
    /// Layout of a frame's samples in memory. Four-letter names of packed formats give the order of the bytes.
    public enum Format: Hashable, Sendable, CaseIterable {
        /// Three planes Y, U, V; chroma at half the width and half the height (`yuv420p`). Also YV12, if the caller
        /// exchanges the planes U and V.
        case i420
        /// Three planes Y, U, V; chroma at half the width (`yuv422p`).
        case i422
        /// Three planes Y, U, V of the same size (`yuv444p`).
        case i444
        /// As `i420` with ten bits, the low ones of little-endian words (`yuv420p10le`).
        case i010
        /// Two planes: Y, and alternating U and V; chroma at half the width and half the height.
        case nv12
        /// As `nv12` with ten bits, the high ones of little-endian words.
        case p010
        /// One plane: Y, U, Y, V for two samples (`yuyv422`); the most common format of cameras.
        case yuy2
        /// One plane: U, Y, V, Y for two samples (`uyvy422`).
        case uyvy
        /// One plane of luma, without chroma.
        case gray
        /// One plane, one byte per component, red first, premultiplied with alpha. Transparent parts are shown on
        /// black.
        case rgba
        /// Like `rgba`, with the fourth byte unused.
        case rgbx
        /// One plane, one byte per component, blue first, premultiplied with alpha: `argb8888` of Wayland and DRM,
        /// Cairo's ARGB32. Transparent parts are shown on black.
        case bgra
        /// Like `bgra`, with the fourth byte unused: `xrgb8888`.
        case bgrx

        /// The renderer's pixel format.
        package var pixels: PixelFormat {
            switch self {
            case .i420: .yuv420p
            case .i422: PixelFormat(layout: .planarYUV, chromaShiftX: 1)
            case .i444: PixelFormat(layout: .planarYUV)
            case .i010:
                PixelFormat(
                    layout: .planarYUV, chromaShiftX: 1, chromaShiftY: 1, bitDepth: 10, bytesPerComponent: 2)
            case .nv12: .nv12
            case .p010:
                PixelFormat(
                    layout: .semiPlanarYUV, chromaShiftX: 1, chromaShiftY: 1, bitDepth: 10, bytesPerComponent: 2,
                    isHighAligned: true)
            case .yuy2: PixelFormat(layout: .yuyv, chromaShiftX: 1)
            case .uyvy: PixelFormat(layout: .uyvy, chromaShiftX: 1)
            case .gray: PixelFormat(layout: .gray)
            case .rgba: .rgba
            case .rgbx: PixelFormat(layout: .rgba)
            case .bgra: PixelFormat(layout: .bgra, hasAlpha: true)
            case .bgrx: PixelFormat(layout: .bgra)
            }
        }

        /// Shape of a plane: bytes per sample, and the base-2 logarithm of the frame's samples per sample of the plane.
        package struct PlaneShape: Hashable {
            package var bytes: Int
            package var shiftX = 0
            package var shiftY = 0

            /// Returns the plane's samples for a width or a height in the frame's samples, rounded up.
            package func columns(_ width: Int) -> Int { (width + (1 << shiftX) - 1) >> shiftX }
            package func rows(_ height: Int) -> Int { (height + (1 << shiftY) - 1) >> shiftY }
        }

        package var planes: [PlaneShape] {
            let pixels = pixels
            let bytes = pixels.bytesPerComponent
            let (x, y) = (pixels.chromaShiftX, pixels.chromaShiftY)
            return switch pixels.layout {
            case .planarYUV, .planarGBR:
                [PlaneShape(bytes: bytes)]
                    + [PlaneShape](repeating: PlaneShape(bytes: bytes, shiftX: x, shiftY: y), count: 2)
            case .semiPlanarYUV: [PlaneShape(bytes: bytes), PlaneShape(bytes: 2 * bytes, shiftX: x, shiftY: y)]
            case .yuyv, .uyvy: [PlaneShape(bytes: 4, shiftX: 1)]
            case .gray: [PlaneShape(bytes: bytes)]
            case .rgba, .bgra: [PlaneShape(bytes: 4)]
            }
        }
    }
}
