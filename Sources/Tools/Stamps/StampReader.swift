public import OrielGeometry

/// Reads stamps from captured images. Pure; takes about a millisecond for 1280×720.
public enum StampReader {
    /// Finds all stamped frames in an image, at any position and partly covered; the same stream may be found at
    /// several places. Sorted by stream, larger frames first.
    public static func locate(in picture: RGBPicture) -> [StampReading] {
        picture.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return [] }
            return locate(size: picture.size, stride: picture.size.width, pixels: base)
        }
    }

    /// Finds stamped frames as `locate(in:)`, in memory with rows `stride` pixels apart.
    public static func locate(size: Size, stride: Int, pixels: UnsafePointer<UInt32>) -> [StampReading] {
        var scan = StampScan(size: size, stride: stride, pixels: pixels)
        return readings(from: scan.blocks())
    }

    /// Reads the frame that fills exactly `region` of the image; nil if none of its quarters is visible and intact.
    public static func read(in picture: RGBPicture, region: Rect) -> StampReading? {
        picture.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return nil }
            return read(size: picture.size, stride: picture.size.width, pixels: base, region: region)
        }
    }

    /// Reads a frame as `read(in:region:)`, in memory with rows `stride` pixels apart.
    public static func read(
        size: Size, stride: Int, pixels: UnsafePointer<UInt32>, region: Rect
    ) -> StampReading? {
        let scan = StampScan(size: size, stride: stride, pixels: pixels)
        let found = (0..<4).compactMap { quarter -> StampBlock? in
            let cells = StampLayout.cells(ofQuarter: quarter)
            let x0 = region.x + cells.x * region.width / StampLayout.grid.width
            let x1 = region.x + cells.maxX * region.width / StampLayout.grid.width
            let y0 = region.y + cells.y * region.height / StampLayout.grid.height
            let y1 = region.y + cells.maxY * region.height / StampLayout.grid.height
            let block = Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
            guard let stream = scan.margin(around: block),
                let content = scan.decode(block), content.quarter == quarter
            else { return nil }
            return StampBlock(stream: stream, index: content.index, quarter: quarter, area: block)
        }
        guard let first = found.first, found.allSatisfy({ $0.stream == first.stream }) else { return nil }
        let indexes = Set(found.map(\.index))
        return StampReading(
            stream: first.stream, index: indexes.max() ?? first.index, picture: region, quarters: found.count,
            isTorn: indexes.count > 1)
    }

    /// Groups blocks that belong to one frame.
    private static func readings(from blocks: [StampBlock]) -> [StampReading] {
        var groups: [[StampBlock]] = []
        for block in blocks {
            if let index = groups.firstIndex(where: { $0.allSatisfy { $0.belongsWith(block) } }) {
                groups[index].append(block)
            } else {
                groups.append([block])
            }
        }
        return groups.map { group in
            let indexes = Set(group.map(\.index))
            return StampReading(
                stream: group[0].stream, index: indexes.max() ?? 0, picture: StampBlock.picture(of: group),
                quarters: group.count, isTorn: indexes.count > 1)
        }.sorted {
            ($0.stream.rawValue, -$0.picture.width, $0.picture.x) < (
                $1.stream.rawValue, -$1.picture.width, $1.picture.x
            )
        }
    }
}
