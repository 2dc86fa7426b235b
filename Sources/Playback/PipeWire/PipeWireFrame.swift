package import OrielGeometry
package import OrielPlayer

/// A frame in the memory of another process, as that describes it, and the check of its numbers. Pure.
package struct PipeWireFrame: Hashable, Sendable {
    /// A piece of memory with one plane or all planes of a frame.
    package struct Block: Hashable, Sendable {
        /// Bytes that can be read.
        package var capacity: Int
        /// Position of the first row, in bytes.
        package var offset: Int
        /// Bytes between the beginnings of two rows; 0 if the sender doesn't tell.
        package var stride: Int

        package init(capacity: Int, offset: Int, stride: Int) {
            (self.capacity, self.offset, self.stride) = (capacity, offset, stride)
        }
    }

    /// Rows of one plane that are shown: where they are, and how long they are.
    package struct Rows: Hashable, Sendable {
        /// Index of the block.
        package var block: Int
        /// Position of the first shown sample, in bytes.
        package var offset: Int
        /// Bytes between the beginnings of two rows.
        package var stride: Int
        /// Bytes of a row.
        package var length: Int
        package var count: Int
    }

    /// Size and planes of the shown part.
    package struct Shown: Hashable, Sendable {
        package var width, height: Int
        package var planes: [Rows]
    }

    package let format: SampleBuffer.Format
    package var width, height: Int
    package var blocks: [Block]
    /// The samples that are shown; nil for all.
    package var crop: Rect?
    /// Turns and mirroring of the content, as PipeWire numbers them: quarter turns counter-clockwise; from 4 on
    /// mirrored left to right before that. Other numbers are none.
    package var transform: UInt32 = 0
    /// The parts that have changed since the frame before; none if all may have.
    package var damage: [Rect] = []

    package init(_ format: SampleBuffer.Format, width: Int, height: Int, blocks: [Block], crop: Rect? = nil) {
        self.format = format
        (self.width, self.height) = (width, height)
        self.blocks = blocks
        self.crop = crop
    }

    /// How the frame is shown upright, the reverse of its transform, and its damage.
    package var attributes: SampleBuffer.Attributes {
        var attributes = SampleBuffer.Attributes()
        attributes.damage = damagedArea
        guard transform < 8 else { return attributes }
        attributes.isFlipped = transform >= 4
        // Turned after it was mirrored: the frame is mirrored back first, so the turn is reversed.
        let quarters = attributes.isFlipped ? (4 - transform % 4) % 4 : transform
        attributes.rotation = SampleBuffer.Rotation(rawValue: Int(quarters) * 90) ?? .none
        return attributes
    }

    /// Whether nothing of the shown part has changed since the frame before.
    package var isUnchanged: Bool {
        guard !damage.isEmpty, let part else { return false }
        return damage.allSatisfy { $0.intersection(part) == nil }
    }

    /// One rectangle around the damage; nil if all may have changed.
    private var damagedArea: Rect? {
        guard let first = damage.first else { return nil }
        return damage.reduce(first) { all, area in
            let (x, y) = (min(all.x, area.x), min(all.y, area.y))
            return Rect(
                x: x, y: y, width: max(all.maxX, area.maxX).saturatingSubtracting(x),
                height: max(all.maxY, area.maxY).saturatingSubtracting(y))
        }
    }

    /// Longest side, in samples.
    package static let longestSide = 16_384
    /// Largest memory of a frame: 128 MiB, somewhat more than 8K.
    package static let mostBytes = 128 << 20

    /// The shown part; nil if the frame doesn't lie in its memory, is too large or has no sample to show.
    package var shown: Shown? {
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height), let crop = part, let wholes = wholePlanes else {
            return nil
        }
        var planes: [Rows] = []
        for (whole, shape) in zip(wholes, shapes) {
            guard blocks.indices.contains(whole.block), whole.offset >= 0, whole.stride >= whole.length else {
                return nil
            }
            // At most 16,384 rows of 2 GiB: no overflow.
            let end = whole.offset + (whole.count - 1) * whole.stride + whole.length
            guard end <= blocks[whole.block].capacity else { return nil }
            var rows = whole
            rows.offset += (crop.y >> shape.shiftY) * whole.stride + (crop.x >> shape.shiftX) * shape.bytes
            rows.length = shape.columns(crop.width) * shape.bytes
            rows.count = shape.rows(crop.height)
            planes.append(rows)
        }
        guard planes.reduce(0, { $0 + $1.length * $1.count }) <= Self.mostBytes else { return nil }
        return Shown(width: crop.width, height: crop.height, planes: planes)
    }

    /// The shown part, from a sample that has chroma; nil if nothing is left of it.
    package var part: Rect? {
        let whole = Rect(x: 0, y: 0, width: width, height: height)
        guard let crop else { return whole }
        guard let seen = crop.intersection(whole), format.isSubsampled else { return crop.intersection(whole) }
        let (x, y) = (seen.x & ~1, seen.y & ~1)
        return Rect(x: x, y: y, width: seen.maxX - x, height: seen.maxY - y)
    }

    private var shapes: [SampleBuffer.Format.PlaneShape] { format.planes }

    /// All rows of each plane. Planes that share a block follow one another in it.
    private var wholePlanes: [Rows]? {
        let shapes = shapes
        guard let first = blocks.first, blocks.count == 1 || blocks.count == shapes.count else { return nil }
        let firstLength = shapes[0].columns(width) * shapes[0].bytes
        let stride = first.stride == 0 ? firstLength : first.stride
        var offset = first.offset
        return shapes.enumerated().map { index, shape in
            let length = shape.columns(width) * shape.bytes
            let rows = shape.rows(height)
            guard blocks.count == 1 else {
                let block = blocks[index]
                let own = block.stride == 0 ? length : block.stride
                return Rows(block: index, offset: block.offset, stride: own, length: length, count: rows)
            }
            // The chroma rows of three planes are as long as half a row of luma.
            let own = index == 0 || shapes.count < 3 ? stride : stride / 2
            defer { offset += own * rows }
            return Rows(block: 0, offset: offset, stride: own, length: length, count: rows)
        }
    }
}

extension SampleBuffer.Format {
    fileprivate var isSubsampled: Bool { planes.contains { $0.shiftX > 0 || $0.shiftY > 0 } }
}
