package import OrielGeometry

extension PixelFormat {
    /// Samples that are read together: those of a plane, or the luma or chroma of packed 4:2:2.
    package struct Part: Hashable, Sendable {
        package var plane: Int
        /// Number of components at each of its columns.
        package var components = 1
        /// Whether it has the chroma's columns and rows.
        package var isChroma = false
    }

    /// The parts of a frame, in the order of the planes; alpha is the last one.
    package var parts: [Part] {
        var parts: [Part] =
            switch layout {
            case .planarYUV: [Part(plane: 0), Part(plane: 1, isChroma: true), Part(plane: 2, isChroma: true)]
            case .semiPlanarYUV: [Part(plane: 0), Part(plane: 1, components: 2, isChroma: true)]
            case .gray: [Part(plane: 0)]
            case .rgba, .bgra: [Part(plane: 0, components: 4)]
            case .planarGBR: [Part(plane: 0), Part(plane: 1), Part(plane: 2)]
            // The same bytes twice.
            case .yuyv, .uyvy: [Part(plane: 0, components: 2), Part(plane: 0, components: 4, isChroma: true)]
            }
        if hasAlphaPlane { parts.append(Part(plane: parts.count)) }
        return parts
    }

    /// Columns and rows of a part in a frame of a size.
    package func size(of part: Part, in frame: Size) -> Size {
        guard part.isChroma else { return frame }
        return Size(
            width: (frame.width + (1 << chromaShiftX) - 1) >> chromaShiftX,
            height: (frame.height + (1 << chromaShiftY) - 1) >> chromaShiftY)
    }

    /// Whether luma and chroma are interleaved in one plane.
    package var isPacked422: Bool { layout == .yuyv || layout == .uyvy }

    /// Whether alpha is in a separate plane, the last one.
    package var hasAlphaPlane: Bool { hasAlpha && layout != .rgba && layout != .bgra && !isPacked422 }
}

extension VideoFrame {
    /// Reason why the planes don't match the format, so that something outside of them would be read; nil if they do.
    package var planeFault: String? {
        guard width > 0, height > 0 else { return "a frame of \(width)x\(height) samples can't be drawn" }
        guard (8...16).contains(format.bitDepth), format.bytesPerComponent == (format.bitDepth > 8 ? 2 : 1),
            (0...4).contains(format.chromaShiftX), (0...4).contains(format.chromaShiftY)
        else {
            return "a pixel format with \(format.bitDepth) bits in \(format.bytesPerComponent) bytes can't be drawn"
        }
        let parts = format.parts
        let count = (parts.map(\.plane).max() ?? 0) + 1
        guard planes.count >= count else { return "a frame has \(planes.count) planes where its format has \(count)" }
        let areWhole = parts.allSatisfy { part in
            let (plane, size) = (planes[part.plane], format.size(of: part, in: Size(width: width, height: height)))
            return plane.width >= size.width && plane.height >= size.height
                && plane.bytesPerRow >= size.width * part.components * format.bytesPerComponent
        }
        return areWhole ? nil : "a frame's plane is smaller than its format says"
    }
}
