package import OrielMedia

/// How well a frame can be drawn on the CPU alone, for the choice of a presenter.
package enum RasterSupport: Hashable, Sendable {
    /// As a graphics driver would.
    case exact
    /// In the right place and shape, but with the primaries or the range of light taken for those of an sRGB screen (PQ,
    /// HLG, linear light, BT.2020's and Display P3's primaries).
    case unconvertedLight
    /// Not at all; why, in a sentence.
    case unsupported(String)

    package init(_ frame: VideoFrame) {
        do throws(RasterError) {
            try frame.checkForRaster()
        } catch {
            self = .unsupported(error.description)
            return
        }
        let isWide: Bool =
            switch frame.color.primaries {
            case .bt709, .bt601_525, .bt601_625: false
            case .bt2020, .displayP3: true
            }
        self = frame.color.transfer == .sdr && !isWide ? .exact : .unconvertedLight
    }
}

extension VideoFrame {
    /// The longest side of a frame or of a buffer.
    static let longestRasterSide = 1 << 16

    /// Throws where the planes are not what the format says, so that nothing outside of them is read.
    func checkForRaster() throws(RasterError) {
        guard (1...Self.longestRasterSide).contains(width), (1...Self.longestRasterSide).contains(height) else {
            throw RasterError("a frame of \(width)x\(height) samples can't be drawn; up to 65536x65536 can")
        }
        guard (8...16).contains(format.bitDepth), format.bytesPerComponent == (format.bitDepth > 8 ? 2 : 1),
            (0...4).contains(format.chromaShiftX), (0...4).contains(format.chromaShiftY)
        else {
            throw RasterError(
                "a pixel format with \(format.bitDepth) bits in \(format.bytesPerComponent) bytes can't be drawn")
        }
        let sources = format.sources
        let count = (sources.map(\.plane).max() ?? 0) + 1
        guard planes.count >= count else {
            throw RasterError("a frame has \(planes.count) planes where its format has \(count)")
        }
        for source in sources {
            let plane = planes[source.plane]
            let (shiftX, shiftY) = source.grid == 0 ? (0, 0) : (format.chromaShiftX, format.chromaShiftY)
            let columns = (width + (1 << shiftX) - 1) >> shiftX
            let rows = (height + (1 << shiftY) - 1) >> shiftY
            guard plane.width >= columns, plane.height >= rows,
                plane.bytesPerRow >= columns * source.step * format.bytesPerComponent
            else { throw RasterError("a frame's plane is smaller than its format says") }
        }
    }
}
