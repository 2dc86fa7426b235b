import OrielGeometry
import OrielMedia

extension SampleBufferPicture {
    /// Checks that a dmabuf's description matches this frame; doesn't check its descriptors.
    func check(_ buffer: Dmabuf) throws(SampleBufferError) {
        let shapes = format.planes
        let modifier = buffer.format.modifier
        let isLinear = modifier == Dmabuf.linear
        // All other modifiers have a vendor.
        guard isLinear || modifier == Dmabuf.implicit || modifier >> 56 != 0 else {
            throw .unknownDmabufFormat(buffer.format)
        }
        // Compressed buffers have additional planes.
        let counts = isLinear || shapes.count > 1 ? shapes.count...shapes.count : 1...4
        guard counts.contains(buffer.planes.count) else {
            throw .wrongPlaneCount(buffer.planes.count, expected: shapes.count)
        }
        for (index, plane) in buffer.planes.enumerated() {
            let row = isLinear ? shapes[index].columns(width) * shapes[index].bytes : 1
            guard (row...(1 << 30)).contains(plane.bytesPerRow) else {
                throw .rowTooShort(plane: index, bytesPerRow: plane.bytesPerRow, minimum: row)
            }
            guard 0...Int(Int32.max) ~= plane.offset else { throw .invalidOffset(plane: index, offset: plane.offset) }
            let isEven = plane.offset % 2 == 0 && plane.bytesPerRow % 2 == 0
            guard !isLinear || format.pixels.bytesPerComponent == 1 || isEven else { throw .misaligned(plane: index) }
        }
    }

    /// Returns the least number of bytes of a plane; 1 for tiled layouts, which only the driver knows.
    func length(of index: Int, in buffer: Dmabuf) -> Int {
        guard buffer.format.modifier == Dmabuf.linear else { return 1 }
        let shape = format.planes[index]
        return buffer.planes[index].bytesPerRow * (shape.rows(height) - 1) + shape.columns(width) * shape.bytes
    }

    /// Sizes of the planes in samples, as a frame counts them.
    var planeSizes: [Size] {
        let isPacked = format.pixels.isPacked422
        return format.planes.map { Size(width: isPacked ? width : $0.columns(width), height: $0.rows(height)) }
    }

    /// Returns the frame that is drawn from a checked dmabuf.
    func frame(in memory: DmabufMemory, _ time: Duration) -> VideoFrame {
        let part = attributes.crop ?? Rect(x: 0, y: 0, width: width, height: height)
        return frame(
            part, time, planes: [], buffer: FrameBuffer(memory.buffer, x: part.x, y: part.y) { memory.map() },
            owner: memory)
    }
}
