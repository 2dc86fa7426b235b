import OrielMedia

/// Memory for samples on their way to a texture, reused between frames.
final class Scratch {
    private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// Returns at least `count` bytes of any content; nil if there are none.
    func bytes(_ count: Int) -> UnsafeMutableRawPointer? {
        if buffer.count < count {
            buffer.deallocate()
            buffer = .allocate(byteCount: count, alignment: 64)
        }
        return buffer.baseAddress
    }

    deinit { buffer.deallocate() }
}

extension PlaneTexture {
    /// Copies a plane of a frame that matches its format (`VideoFrame.planeShapes`). The context must be current.
    func upload(_ plane: VideoFrame.Plane, of format: PixelFormat, by scratch: Scratch) {
        guard shape.encoding == .biasedHalf else { return upload(plane.base, bytesPerRow: plane.bytesPerRow) }
        let bytesPerRow = shape.width * shape.bytesPerSample
        guard let bytes = scratch.bytes(bytesPerRow * shape.height) else { return }
        let words = bytes.bindMemory(to: UInt16.self, capacity: bytesPerRow * shape.height / 2)
        let shift = UInt16(format.isHighAligned ? 6 : max(format.bitDepth - 10, 0))
        for y in 0..<shape.height {
            let input = plane.base + y * plane.bytesPerRow
            let row = words + y * bytesPerRow / 2
            for x in 0..<bytesPerRow / 2 {
                let word = UInt16(littleEndian: input.loadUnaligned(fromByteOffset: 2 &* x, as: UInt16.self))
                row[x] = 0x6400 | ((word &>> shift) & 0x3FF)
            }
        }
        upload(bytes, bytesPerRow: bytesPerRow)
    }
}
