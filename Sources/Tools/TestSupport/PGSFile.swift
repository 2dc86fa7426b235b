/// A file of Presentation Graphic Stream subtitles, as on Blu-ray discs, with rectangles of vertical stripes; ffmpeg
/// has no encoder for it. Its segments are those of US patent 8,638,861, each after the magic "PG".
public struct PGSFile {
    /// A colour as discs store it.
    public struct Color: Sendable {
        let entry: [UInt8]

        public init(y: UInt8, cr: UInt8, cb: UInt8, alpha: UInt8) { entry = [y, cr, cb, alpha] }

        public static let white = Color(y: 235, cr: 128, cb: 128, alpha: 255)
    }

    public private(set) var bytes: [UInt8] = []
    public let width: Int
    public let height: Int
    private var composition = 0

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Shows a rectangle from a time on, in milliseconds.
    /// - Parameter colors: its stripes from left to right, of the same width.
    public mutating func show(
        x: Int, y: Int, width: Int, height: Int, colors: [Color] = [.white], at time: Int
    ) {
        composition += 1
        // Presentation composition: size, rate, number, epoch start, palette 0, one object at its position.
        segment(
            0x16,
            sixteen(self.width) + sixteen(self.height) + [0x10] + sixteen(composition) + [0x80, 0, 0, 1]
                + sixteen(0) + [0, 0] + sixteen(x) + sixteen(y), at: time)
        segment(0x17, [1, 0] + sixteen(x) + sixteen(y) + sixteen(width) + sixteen(height), at: time)
        // Each entry: number, Y, Cr, Cb, alpha.
        let entries = colors.enumerated().flatMap { [UInt8($0.offset + 1)] + $0.element.entry }
        segment(0x14, [0, 0] + entries, at: time)
        // A row: zero, a length with the bits for a long run and a colour, the colour; then the end of the row.
        var row: [UInt8] = []
        for index in colors.indices {
            let run = width * (index + 1) / colors.count - width * index / colors.count
            for run in run < 1 << 14 ? [run] : [run / 2, run - run / 2] {
                row += [0, 0xC0 | UInt8(run >> 8), UInt8(run & 255), UInt8(index + 1)]
            }
        }
        row += [0, 0]
        let data = (0..<height).flatMap { _ -> [UInt8] in row }
        let length = data.count + 4
        segment(
            0x15,
            sixteen(0) + [0, 0xC0, UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255)]
                + sixteen(width) + sixteen(height) + data, at: time)
        segment(0x80, [], at: time)
    }

    /// Clears the frame from a time on, in milliseconds.
    public mutating func clear(at time: Int) {
        composition += 1
        segment(0x16, sixteen(width) + sixteen(height) + [0x10] + sixteen(composition) + [0, 0, 0, 0], at: time)
        segment(0x80, [], at: time)
    }

    private func sixteen(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

    private mutating func segment(_ type: UInt8, _ payload: [UInt8], at time: Int) {
        let ticks = UInt32(time * 90)
        bytes += [0x50, 0x47] + (0..<4).map { UInt8(ticks >> UInt32(24 - 8 * $0) & 255) } + [0, 0, 0, 0, type]
        bytes += sixteen(payload.count) + payload
    }
}
