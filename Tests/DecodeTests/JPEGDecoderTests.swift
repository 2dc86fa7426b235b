import Foundation
import OrielDecode
import OrielTestSupport
import Testing

/// A camera's compressed pictures, whole and hostile ones.
@Suite(.serialized) struct JPEGDecoderTests {
    /// A picture of one colour by FFmpeg's encoder.
    private static func picture(_ layout: String, _ size: String = "640x360", color: String = "red") throws -> [UInt8] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try ffmpeg([
            "-f", "lavfi", "-i", "color=\(color):s=\(size)", "-frames:v", "1", "-strict", "-1", "-vf",
            "scale=out_color_matrix=bt601:out_range=pc,format=\(layout)", "-q:v", "2", "-f", "mjpeg",
            "\(folder.path)/picture",
        ])
        return try Array(Data(contentsOf: URL(filePath: "\(folder.path)/picture")))
    }

    private static func decode(_ bytes: [UInt8], with decoder: JPEGDecoder) throws(JPEGDecoder.Failure)
        -> JPEGDecoder.Picture
    {
        try decoder.decode(bytes.count) { target in
            target.copyBytes(from: bytes)
            return true
        }
    }

    /// Luma, blue and red of the middle.
    private static func middle(_ picture: JPEGDecoder.Picture) -> [Int] {
        let (x, y) = (picture.width / 4 * 2, picture.height / 4 * 2)
        func byte(_ plane: Int, _ offset: Int, _ row: Int) -> Int {
            let (base, stride) = picture.planes[plane]
            return Int(base.load(fromByteOffset: row * stride + offset, as: UInt8.self))
        }
        return switch picture.layout {
        case .i420: [byte(0, x, y), byte(1, x / 2, y / 2), byte(2, x / 2, y / 2)]
        case .i422: [byte(0, x, y), byte(1, x / 2, y), byte(2, x / 2, y)]
        }
    }

    @Test(arguments: [
        ("yuvj420p", JPEGDecoder.Layout.i420), ("yuvj422p", .i422), ("yuvj444p", .i420),
    ])
    func eachLayoutIsDecodedWithItsColours(name: String, layout: JPEGDecoder.Layout) throws {
        let decoder = try JPEGDecoder()
        for size in ["640x360", "322x242"] {
            let picture = try Self.decode(try Self.picture(name, size), with: decoder)
            #expect("\(picture.width)x\(picture.height)" == size && picture.layout == layout)
            // Red with full range and BT.601's coefficients.
            let found = Self.middle(picture)
            #expect(zip(found, [76, 85, 255]).allSatisfy { abs($0 - $1) <= 4 }, "\(name) \(size): \(found)")
        }
    }

    @Test func picturesThatAreNotWholeAreRefusedAndTheNextOneIsDecoded() throws {
        let decoder = try JPEGDecoder()
        let whole = try Self.picture("yuvj422p")
        for tenth in 0..<10 {
            #expect(throws: JPEGDecoder.Failure.self) {
                _ = try Self.decode(Array(whole.prefix(whole.count * tenth / 10)), with: decoder)
            }
        }
        #expect(throws: JPEGDecoder.Failure.self) {
            _ = try Self.decode(Array("no picture at all".utf8), with: decoder)
        }
        #expect(throws: JPEGDecoder.Failure(description: "its memory has become shorter")) {
            _ = try decoder.decode(whole.count) { _ in false }
        }
        // Zeros after the end, as in a buffer that is larger than its picture.
        _ = try Self.decode(whole + [UInt8](repeating: 0, count: 5000), with: decoder)
    }

    /// A few bytes that claim 16,384 × 16,384 pixels are refused before there is memory for them.
    @Test func aHugePictureIsRefusedWithoutMemory() throws {
        let decoder = try JPEGDecoder()
        var bytes = try Self.picture("yuvj420p")
        _ = try Self.decode(bytes, with: decoder)
        let header = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange(header + 5..<header + 9, with: [0x40, 0, 0x40, 0])
        let before = try #require(ProcessUsage(of: getpid())).residentBytes
        for _ in 0..<20 {
            #expect(throws: JPEGDecoder.Failure.self) { _ = try Self.decode(bytes, with: decoder) }
        }
        let after = try #require(ProcessUsage(of: getpid())).residentBytes
        #expect(after - before < 32 << 20, "\((after - before) >> 20) MiB")
    }

    /// A picture that is whole is refused by its size alone.
    @Test func aPictureOfTooManyPixelsIsRefused() throws {
        let decoder = try JPEGDecoder()
        #expect(try Self.decode(try Self.picture("yuvj420p", "4096x4096"), with: decoder).width == 4096)
        #expect(throws: JPEGDecoder.Failure.self) {
            _ = try Self.decode(try Self.picture("yuvj420p", "4096x4112"), with: decoder)
        }
    }

    /// Noise between a picture's marks, and whole pictures with some bytes changed: never a trap.
    @Test func noiseDoesNoHarm() throws {
        let decoder = try JPEGDecoder()
        let whole = try Self.picture("yuvj422p", color: "gray")
        var generator = SeededGenerator(seed: 37)
        var decoded = 0
        for round in 0..<2000 {
            var bytes = whole
            for _ in 0..<(round % 20 + 1) {
                let place = Int.random(in: 2..<bytes.count - 2, using: &generator)
                bytes[place] = .random(in: 0...255, using: &generator)
            }
            if let picture = try? Self.decode(bytes, with: decoder) {
                decoded += 1
                _ = Self.middle(picture)
            }
        }
        #expect(decoded > 0 && decoded < 2000)
        #expect(Self.middle(try Self.decode(whole, with: decoder))[0] > 100)
    }
}
