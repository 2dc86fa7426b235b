package import OrielMedia

extension SampleBuffer {
    /// How a frame's samples lie in memory. Names with four letters for packed formats give the order of the bytes.
    public enum Format: Hashable, Sendable, CaseIterable {
        /// Three planes Y, U, V; colour at half the width and half the height (`yuv420p`). With the planes of U and V exchanged
        /// by the caller, YV12.
        case i420
        /// Three planes Y, U, V; colour at half the width (`yuv422p`).
        case i422
        /// Three planes Y, U, V of one size (`yuv444p`).
        case i444
        /// As `i420` with ten bits, the low ones of little-endian words (`yuv420p10le`).
        case i010
        /// Two planes: Y, and U and V in turn; colour at half the width and half the height.
        case nv12
        /// As `nv12` with ten bits, the high ones of little-endian words.
        case p010
        /// One plane: Y, U, Y, V for two samples; cameras' commonest (`yuyv422`).
        case yuy2
        /// One plane: U, Y, V, Y for two samples (`uyvy422`).
        case uyvy
        /// One plane of brightness, and no colour.
        case gray
        /// One plane, a byte each, red first. Colours were multiplied by alpha; what shows through is black.
        case rgba
        /// The same, the fourth byte unused.
        case rgbx
        /// One plane, a byte each, blue first: `argb8888` of Wayland and DRM, Cairo's ARGB32. Colours were multiplied by alpha; what
        /// shows through is black.
        case bgra
        /// The same, the fourth byte unused: `xrgb8888`.
        case bgrx

        /// In the words of what draws.
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

        /// A plane: how many bytes its samples have, and how many of the picture's samples one of them stands for.
        struct PlaneShape: Hashable {
            var bytes: Int
            var shiftX = 0
            var shiftY = 0

            /// The samples of the plane that so many of the picture's need, rounded up.
            func columns(_ width: Int) -> Int { (width + (1 << shiftX) - 1) >> shiftX }
            func rows(_ height: Int) -> Int { (height + (1 << shiftY) - 1) >> shiftY }
        }

        var planes: [PlaneShape] {
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

        var isYUV: Bool { !pixels.isPackedRGB && pixels.layout != .gray }
    }
}

extension PixelFormat {
    fileprivate var isPackedRGB: Bool { layout == .rgba || layout == .bgra }
}
