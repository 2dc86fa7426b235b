import OrielGeometry
import OrielMedia

/// Description of a frame by an app, before its memory is read.
struct SampleBufferPicture {
    let format: SampleBuffer.Format
    let width: Int
    let height: Int
    let attributes: SampleBuffer.Attributes

    /// Checks the size, the time and the attributes, independent of the memory.
    func check(_ time: Duration) throws(SampleBufferError) {
        let sides = 1...SampleBuffer.longestSide
        guard sides.contains(width), sides.contains(height) else { throw .invalidSize(width: width, height: height) }
        guard Timebase.times.contains(time) else { throw .invalidTime(time) }
        guard attributes.duration >= .zero, attributes.duration <= Timebase.times.upperBound else {
            throw .invalidTime(attributes.duration)
        }
        let ratio = attributes.sampleAspectRatio
        guard (1...1_000_000).contains(ratio.numerator), (1...1_000_000).contains(ratio.denominator),
            (0.01...100).contains(ratio.value)
        else { throw .invalidSampleAspectRatio }
        if let crop = attributes.crop { try check(crop) }
    }

    private func check(_ crop: Rect) throws(SampleBufferError) {
        let isInside =
            (0..<width).contains(crop.x) && (0..<height).contains(crop.y)
            && (1...(width - crop.x)).contains(crop.width) && (1...(height - crop.y)).contains(crop.height)
        let isOnGrid = format.planes.allSatisfy {
            crop.x % (1 << $0.shiftX) == 0 && crop.y % (1 << $0.shiftY) == 0
        }
        guard isInside, isOnGrid else { throw .invalidCrop(crop) }
    }

    /// Checks that planes in memory match this frame.
    func check(_ planes: [SampleBuffer.Plane]) throws(SampleBufferError) {
        let shapes = format.planes
        guard planes.count == shapes.count else { throw .wrongPlaneCount(planes.count, expected: shapes.count) }
        let isDeep = format.pixels.bytesPerComponent == 2
        for (index, (plane, shape)) in zip(planes, shapes).enumerated() {
            let row = shape.columns(width) * shape.bytes
            // More than a gibibyte is a mistake, and could overflow below.
            guard (row...(1 << 30)).contains(plane.bytesPerRow) else {
                throw .rowTooShort(plane: index, bytesPerRow: plane.bytesPerRow, minimum: row)
            }
            // The last row needs no padding.
            let minimum = plane.bytesPerRow * (shape.rows(height) - 1) + row
            guard let base = plane.bytes.baseAddress, plane.bytes.count >= minimum else {
                throw .planeTooShort(plane: index, bytes: plane.bytes.count, minimum: minimum)
            }
            guard !isDeep || (UInt(bitPattern: base) % 2 == 0 && plane.bytesPerRow % 2 == 0) else {
                throw .misaligned(plane: index)
            }
        }
    }

    /// Returns the frame that is drawn, cropped by its plane addresses and sizes.
    /// - Parameter planes: checked planes.
    func frame(of planes: [SampleBuffer.Plane], _ time: Duration, owner: any AnyObject & Sendable) -> VideoFrame {
        let part = attributes.crop ?? Rect(x: 0, y: 0, width: width, height: height)
        let pixels = format.pixels
        let cut = zip(planes, format.planes).compactMap { plane, shape in
            plane.bytes.baseAddress.map { base in
                VideoFrame.Plane(
                    base: base + (part.y >> shape.shiftY) * plane.bytesPerRow + (part.x >> shape.shiftX) * shape.bytes,
                    bytesPerRow: plane.bytesPerRow,
                    // Packed YUV planes count both samples of a pair.
                    width: pixels.isPacked422 ? part.width : shape.columns(part.width),
                    height: shape.rows(part.height))
            }
        }
        return frame(part, time, planes: cut, buffer: nil, owner: owner)
    }

    /// Returns the frame with its attributes.
    /// - Parameter part: the part that is shown.
    func frame(
        _ part: Rect, _ time: Duration, planes: [VideoFrame.Plane], buffer: FrameBuffer?,
        owner: any AnyObject & Sendable
    ) -> VideoFrame {
        let usual = ColorDescription(matrix: height < 720 ? .bt601 : .bt709)
        return VideoFrame(
            format: format.pixels, width: part.width, height: part.height, planes: planes,
            color: attributes.color ?? usual, sampleAspectRatio: attributes.sampleAspectRatio,
            rotation: VideoFrame.Rotation(rawValue: attributes.rotation.rawValue) ?? .none,
            isFlipped: attributes.isFlipped, time: time, duration: attributes.duration, generation: 0, buffer: buffer,
            change: change(in: part), storage: owner)
    }

    /// Returns the damage in parts of the shown part, as it is seen.
    private func change(in part: Rect) -> UnitRect? {
        guard let area = attributes.damage else { return nil }
        let all = Rect(x: 0, y: 0, width: width, height: height)
        let damage = area.intersection(all) ?? Rect(origin: area.origin, size: Size(width: 0, height: 0))
        let stored = UnitRect(
            Rect(x: damage.x - part.x, y: damage.y - part.y, width: damage.width, height: damage.height), of: part.size)
        return (attributes.isFlipped ? stored.mirrored : stored).turned(quarters: attributes.rotation.rawValue / 90)
    }
}
