import OrielGeometry

/// One pass over an image that finds blocks: rectangles of black, white and grey, with the same stream colour on both
/// sides of all rows, that can be decoded.
struct StampScan {
    private let size: Size
    private let stride: Int
    private let pixels: UnsafePointer<UInt32>
    private var open: [Candidate] = []
    private var found: [StampBlock] = []

    /// Distance of the scanned rows: every second row, since the smallest readable block is a few dozen rows high.
    private static let rowStep = 2
    /// Minimum size of a block: about two pixels per cell.
    private static let minimum = Size(width: 20, height: 9)

    /// A possible block: runs with nearly equal ends in consecutive rows.
    private struct Candidate {
        let stream: UInt8
        let start: Int
        let end: Int
        let top: Int
        var bottom: Int
    }

    init(size: Size, stride: Int, pixels: UnsafePointer<UInt32>) {
        self.size = size
        self.stride = stride
        self.pixels = pixels
    }

    /// Classifies a pixel: a colour's raw value, 0 for black, 7 for white, or above 7 for values in between.
    private func code(_ x: Int, _ y: Int) -> UInt8 { Self.code(pixels[y * stride + x]) }

    @inline(__always)
    private static func code(_ pixel: UInt32) -> UInt8 {
        let red = pixel >> 16 & 255
        let green = pixel >> 8 & 255
        let blue = pixel & 255
        // A channel is high from 160 and low below 96; values in between are an edge or no stamp.
        let high: UInt32 = (red >= 160 ? 4 : 0) | (green >= 160 ? 2 : 0) | (blue >= 160 ? 1 : 0)
        let low: UInt32 = (red < 96 ? 4 : 0) | (green < 96 ? 2 : 0) | (blue < 96 ? 1 : 0)
        return high | low == 7 ? UInt8(truncatingIfNeeded: high) : 8
    }

    private static func isColour(_ code: UInt8) -> Bool { code &- 1 < 6 }

    /// Returns all intact blocks, each once.
    mutating func blocks() -> [StampBlock] {
        found = []
        open = []
        guard size.width > Self.minimum.width, size.height > Self.minimum.height else { return [] }
        var y = 0
        while y < size.height {
            scanRow(y)
            closeCandidates(endedBefore: y)
            y += Self.rowStep
        }
        closeCandidates(endedBefore: .max)
        return found
    }

    /// Finds the runs of one row and adds them to the candidates that they continue.
    private mutating func scanRow(_ y: Int) {
        let row = pixels + y * stride
        var colour: UInt8 = 8
        var start = 0
        var last = ~row[0]
        var wasColour = false
        for x in 0..<size.width {
            let pixel = row[x]
            // Most pixels equal the one before and need no further work.
            guard pixel != last else {
                if wasColour { start = x + 1 }
                continue
            }
            last = pixel
            let code = Self.code(pixel)
            wasColour = Self.isColour(code)
            guard wasColour else { continue }
            if code == colour, x - start >= Self.minimum.width { add(colour, start, x, y) }
            colour = code
            start = x + 1
        }
    }

    private mutating func add(_ stream: UInt8, _ start: Int, _ end: Int, _ y: Int) {
        for index in open.indices {
            let candidate = open[index]
            if candidate.stream == stream, abs(candidate.start - start) <= 3, abs(candidate.end - end) <= 3,
                candidate.bottom < y
            {
                open[index].bottom = y
                return
            }
        }
        open.append(Candidate(stream: stream, start: start, end: end, top: y, bottom: y))
    }

    private mutating func closeCandidates(endedBefore y: Int) {
        guard !open.isEmpty else { return }
        var still: [Candidate] = []
        for candidate in open {
            if candidate.bottom >= y {
                still.append(candidate)
            } else if candidate.bottom - candidate.top >= Self.minimum.height {
                finish(candidate)
            }
        }
        open = still
    }

    private mutating func finish(_ candidate: Candidate) {
        let middle = (candidate.start + candidate.end) / 2
        var top = candidate.top
        // Rows between the scanned ones belong to the block or to its margin; the middle column decides.
        while top > 0, !Self.isColour(code(middle, top - 1)), candidate.top - top < Self.rowStep { top -= 1 }
        var bottom = candidate.bottom + 1
        while bottom < size.height, !Self.isColour(code(middle, bottom)), bottom - candidate.bottom <= Self.rowStep {
            bottom += 1
        }
        let area = Rect(x: candidate.start, y: top, width: candidate.end - candidate.start, height: bottom - top)
        guard let stream = margin(around: area), stream.rawValue == candidate.stream, let content = decode(area) else {
            return
        }
        found.append(StampBlock(stream: stream, index: content.index, quarter: content.quarter, area: area))
    }

    /// Returns the single stream colour on all four sides of `area`; nil if there is none.
    func margin(around area: Rect) -> StampColor? {
        // Half a cell outside, so that neither blur nor rounding matters.
        let dx = max(2, area.width / 18)
        let dy = max(2, area.height / 8)
        guard area.width > 0, area.height > 0, area.x - dx >= 0, area.y - dy >= 0, area.maxX + dx <= size.width,
            area.maxY + dy <= size.height, let stream = StampColor(rawValue: code(area.x - dx, area.y))
        else { return nil }
        for step in 0...8 {
            let x = area.x + (area.width - 1) * step / 8
            let y = area.y + (area.height - 1) * step / 8
            for point in [(x, area.y - dy), (x, area.maxY + dy - 1), (area.x - dx, y), (area.maxX + dx - 1, y)]
            where code(point.0, point.1) != stream.rawValue { return nil }
        }
        return stream
    }

    /// Decodes the block, sampled around the centre of each cell.
    func decode(_ area: Rect) -> (index: Int, quarter: Int)? {
        guard area.x > 0, area.y > 0, area.maxX < size.width, area.maxY < size.height else { return nil }
        return StampLayout.decode { cell in
            let column = cell % StampLayout.block.width
            let row = cell / StampLayout.block.width
            let x = area.x + area.width * (2 * column + 1) / (2 * StampLayout.block.width)
            let y = area.y + area.height * (2 * row + 1) / (2 * StampLayout.block.height)
            return brightness(around: x, y) >= 128
        }
    }

    private func brightness(around x: Int, _ y: Int) -> UInt32 {
        var sum: UInt32 = 0
        for dy in -1...1 {
            for dx in -1...1 {
                let pixel = pixels[(y + dy) * stride + x + dx]
                sum += pixel >> 16 & 255
                sum += pixel >> 8 & 255
                sum += pixel & 255
            }
        }
        return sum / 27
    }
}
