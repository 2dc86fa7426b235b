import CPipeWire

/// A copy of a frame's shown rows: where each plane's go. Pure, except `read`.
struct FrameCopy: Hashable {
    struct Plane: Hashable {
        var rows: PipeWireFrame.Rows
        /// Position in the copy.
        var start: Int
        /// Bytes between the beginnings of two rows of the copy.
        var stride: Int
        /// Whether the rows are read together, with what lies between them.
        var isWhole: Bool

        /// Bytes of the plane in the copy.
        var size: Int { stride * rows.count }
        /// Bytes from the first sample to the last.
        var extent: Int { isWhole ? (rows.count - 1) * rows.stride + rows.length : rows.length }
    }

    private(set) var planes: [Plane] = []
    private(set) var size = 0

    /// - Parameter isFile: whether the rows are read from a file, where each read costs a system call. Then rows that
    ///   fill most of their stride are read together.
    init(_ shown: PipeWireFrame.Shown, isFile: Bool) {
        for rows in shown.planes {
            let isWhole = isFile && rows.stride <= 2 * rows.length
            // Rows of 64 bytes, for vector instructions.
            let stride = isWhole ? rows.stride : (rows.length + 63) & ~63
            planes.append(Plane(rows: rows, start: size, stride: stride, isWhole: isWhole))
            size += (stride * rows.count + 63) & ~63
        }
    }

    /// Copies the rows. False if a file ends before them, or can't be read.
    /// - Parameters:
    ///   - blocks: the frame's blocks, in whose capacity the rows lie.
    ///   - target: `size` bytes.
    func read(_ blocks: [oriel_pipewire_block], to target: UnsafeMutableRawPointer) -> Bool {
        planes.allSatisfy { plane in
            var block = blocks[plane.rows.block]
            return (0..<(plane.isWhole ? 1 : plane.rows.count)).allSatisfy { row in
                oriel_pipewire_read(
                    &block, plane.rows.offset + row * plane.rows.stride, target + plane.start + row * plane.stride,
                    plane.extent)
            }
        }
    }
}
