/// A file of Presentation Graphic Stream subtitles, as on Blu-ray discs, with rectangles of one colour; ffmpeg has no
/// encoder for it. Its segments are those of US patent 8,638,861, each after the magic "PG".
public struct PGSFile {
    public private(set) var bytes: [UInt8] = []
    public let width: Int
    public let height: Int
    private var composition = 0

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Shows a white rectangle from a time on, in milliseconds.
    public mutating func show(x: Int, y: Int, width: Int, height: Int, at time: Int) {
        composition += 1
        // Presentation composition: size, rate, number, epoch start, palette 0, one object at its position.
        segment(
            0x16,
            sixteen(self.width) + sixteen(self.height) + [0x10] + sixteen(composition) + [0x80, 0, 0, 1]
                + sixteen(0) + [0, 0] + sixteen(x) + sixteen(y), at: time)
        segment(0x17, [1, 0] + sixteen(x) + sixteen(y) + sixteen(width) + sixteen(height), at: time)
        // Entry 1: Y, Cr, Cb, alpha.
        segment(0x14, [0, 0, 1, 235, 128, 128, 255], at: time)
        // A row: zero, a length with the bits for a long run and a colour, the colour; then the end of the row.
        let runs = width < 1 << 14 ? [width] : [width / 2, width - width / 2]
        var row: [UInt8] = []
        for run in runs { row += [0, 0xC0 | UInt8(run >> 8), UInt8(run & 255), 1] as [UInt8] }
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
