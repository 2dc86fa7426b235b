package import OrielMedia

extension VideoFrame {
    /// Largest side of a frame or a buffer.
    static let longestRasterSide = 1 << 16

    /// Checks that the frame can be drawn without a graphics driver.
    ///
    /// Its planes must match its format, so that nothing outside of them is read.
    /// - Throws: `RasterError` with the reason in a sentence.
    package func checkForRaster() throws(RasterError) {
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
