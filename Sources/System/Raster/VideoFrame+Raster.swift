package import OrielMedia

extension VideoFrame {
    /// Largest side of a frame or a buffer.
    static let longestRasterSide = 1 << 16

    /// Checks that the frame can be drawn without a graphics driver.
    /// - Throws: `RasterError` with the reason in a sentence.
    package func checkForRaster() throws(RasterError) {
        guard max(width, height) <= Self.longestRasterSide else {
            throw RasterError("a frame of \(width)x\(height) samples can't be drawn; up to 65536x65536 can")
        }
        if let planeFault { throw RasterError(planeFault) }
    }
}
