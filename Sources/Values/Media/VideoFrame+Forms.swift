package import OrielGeometry

extension VideoFrame {
    /// Returns the frame rotated further, or with another aspect ratio.
    /// - Parameters:
    ///   - turn: clockwise rotation in addition to the frame's own.
    ///   - aspect: width to height as shown before `turn`; nil keeps the frame's own, and so does a value that isn't
    ///     positive.
    package func shown(turnedBy turn: Rotation, aspect: Rational? = nil) -> VideoFrame {
        var samples = sampleAspectRatio
        if let aspect, (1...Self.longest).contains(aspect.numerator), (1...Self.longest).contains(aspect.denominator) {
            let shape = rotation.isTransposed ? Rational(aspect.denominator, aspect.numerator) : aspect
            samples = Rational(shape.numerator * height, shape.denominator * width)
        }
        return copy(sampleAspectRatio: samples, rotation: rotation.turned(by: turn))
    }

    /// Largest numerator or denominator of an aspect ratio.
    private static let longest = 100_000

    /// Returns a part of the frame, to the nearest chroma sample.
    /// - Parameters:
    ///   - part: the part as it is seen.
    ///   - seen: clockwise rotation with which it is seen; nil for the frame's own.
    package func part(_ part: UnitRect, seen: Rotation? = nil) -> VideoFrame {
        guard let clamped = part.clamped else { return self }
        let turned = clamped.turned(quarters: -(seen ?? rotation).rawValue / 90)
        let stored = isFlipped ? turned.mirrored : turned
        func range(_ length: Int, _ start: Double, _ part: Double, _ shift: Int) -> Range<Int> {
            let step = 1 << shift
            func place(_ position: Double) -> Int { Int((position * Double(length) / Double(step)).rounded()) * step }
            let first = min(place(start), (length - 1) / step * step)
            // The last chroma sample may be of fewer columns or rows.
            let end = (start + part) * Double(length) > Double(length) - 0.5 ? length : place(start + part)
            return first..<min(length, max(end, first + step))
        }
        let columns = range(width, stored.x, stored.width, format.chromaShiftX)
        let rows = range(height, stored.y, stored.height, format.chromaShiftY)
        guard columns.count < width || rows.count < height else { return self }
        var buffer = buffer
        buffer?.x += columns.lowerBound
        buffer?.y += rows.lowerBound
        return copy(
            planes: cut(planes, columns, rows), width: columns.count, height: rows.count, buffer: .some(buffer))
    }

    /// Returns the frame as one that may differ everywhere from the one before.
    package func changed() -> VideoFrame { change == nil ? self : copy() }

    /// Returns the frame with planes in memory: itself, or a mapping of its buffer. Nil if it can't be mapped.
    package func inMemory() -> VideoFrame? {
        guard let buffer else { return self }
        guard let planes = buffer.map() else { return nil }
        return copy(
            planes: cut(planes, buffer.x..<buffer.x + width, buffer.y..<buffer.y + height), buffer: .some(nil))
    }

    /// Cuts planes to columns and rows of the frame, which begin at a chroma sample.
    private func cut(_ planes: [Plane], _ columns: Range<Int>, _ rows: Range<Int>) -> [Plane] {
        let parts = format.parts
        return planes.enumerated().map { index, plane in
            let part = parts.first { $0.plane == index } ?? PixelFormat.Part(plane: index)
            let (shiftX, shiftY) = part.isChroma ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
            let bytes = format.bytesPerComponent * part.components
            return Plane(
                base: plane.base + (rows.lowerBound >> shiftY) * plane.bytesPerRow + (columns.lowerBound >> shiftX)
                    * bytes,
                bytesPerRow: plane.bytesPerRow,
                width: min(plane.width, (columns.count + (1 << shiftX) - 1) >> shiftX),
                height: min(plane.height, (rows.count + (1 << shiftY) - 1) >> shiftY))
        }
    }

    /// Returns a frame in the same memory, with other facts where they are given; it may differ everywhere from the one
    /// before.
    /// - Parameter time: its own presentation time, at which it is shown first.
    package func copy(
        planes: [Plane]? = nil, width: Int? = nil, height: Int? = nil, sampleAspectRatio: Rational? = nil,
        rotation: Rotation? = nil, isFlipped: Bool? = nil, time: Duration? = nil, duration: Duration? = nil,
        generation: Int? = nil, buffer: FrameBuffer?? = nil
    ) -> VideoFrame {
        VideoFrame(
            format: format, width: width ?? self.width, height: height ?? self.height, planes: planes ?? self.planes,
            color: color, sampleAspectRatio: sampleAspectRatio ?? self.sampleAspectRatio,
            rotation: rotation ?? self.rotation, isFlipped: isFlipped ?? self.isFlipped, time: time ?? self.time,
            duration: duration ?? self.duration, generation: generation ?? self.generation, entry: time ?? entry,
            buffer: buffer ?? self.buffer, storage: self)
    }
}
