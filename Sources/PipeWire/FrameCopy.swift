import CPipeWire
import Glibc

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
    ///   - blocks: the frame's blocks; the rows lie in their memory, or should lie in their files.
    ///   - target: `size` bytes.
    func read(_ blocks: [oriel_pipewire_block], to target: UnsafeMutableRawPointer) -> Bool {
        planes.allSatisfy { plane in
            let (block, rows) = (blocks[plane.rows.block], plane.rows)
            guard let memory = block.memory else { return read(plane, from: block, to: target + plane.start) }
            for row in 0..<rows.count {
                memcpy(target + plane.start + row * plane.stride, memory + rows.offset + row * rows.stride, rows.length)
            }
            return true
        }
    }

    private func read(_ plane: Plane, from block: oriel_pipewire_block, to target: UnsafeMutableRawPointer) -> Bool {
        let place = Int(block.position) + plane.rows.offset
        return (0..<(plane.isWhole ? 1 : plane.rows.count)).allSatisfy { row in
            var done = 0
            while done < plane.extent {
                let count = pread(
                    block.descriptor, target + row * plane.stride + done, plane.extent - done,
                    place + row * plane.rows.stride + done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }
}
