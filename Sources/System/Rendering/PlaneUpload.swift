import OrielMedia

extension PlaneTexture {
    /// Copies a plane of a frame that matches its format (`VideoFrame.planeShapes`). The context must be current.
    /// - Parameter scratch: memory for samples that are converted, reused between frames.
    func upload(_ plane: VideoFrame.Plane, of format: PixelFormat, by scratch: inout [UInt16]) {
        guard shape.encoding == .biasedHalf else { return upload(plane.base, bytesPerRow: plane.bytesPerRow) }
        let wordsPerRow = shape.width * shape.bytesPerSample / 2
        let count = wordsPerRow * shape.height
        if scratch.count < count { scratch = [UInt16](repeating: 0, count: count) }
        let shift = UInt16(format.isHighAligned ? 6 : max(format.bitDepth - 10, 0))
        scratch.withUnsafeMutableBufferPointer { words in
            guard let words = words.baseAddress else { return }
            for y in 0..<shape.height {
                let input = plane.base + y * plane.bytesPerRow
                let row = words + y * wordsPerRow
                for x in 0..<wordsPerRow {
                    let word = UInt16(littleEndian: input.loadUnaligned(fromByteOffset: 2 &* x, as: UInt16.self))
                    row[x] = 0x6400 | ((word &>> shift) & 0x3FF)
                }
            }
            upload(words, bytesPerRow: 2 * wordsPerRow)
        }
    }
}
