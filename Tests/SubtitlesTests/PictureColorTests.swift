import Foundation
import OrielDemux
import OrielGeometry
import OrielLibav
import OrielPlatform
import OrielSubtitles
import OrielTestSupport
import OrielText
import Testing

/// Colours of bitmap subtitles, compared with those that the ffmpeg program makes of libavcodec's palette.
@Suite struct PictureColorTests {
    private static let size = Size(width: 720, height: 576)
    /// White, yellow, half transparent red and black.
    private static let colors: [PGSFile.Color] = [
        .white, .init(y: 210, cr: 146, cb: 16, alpha: 255), .init(y: 81, cr: 240, cb: 90, alpha: 136),
        .init(y: 16, cr: 128, cb: 128, alpha: 68),
    ]

    /// Makes a medium whose only subtitle has four stripes, from 0 to 4 s.
    private func medium(_ codec: String, _ name: String, in workshop: Workshop) throws -> String {
        var file = PGSFile(width: Self.size.width, height: Self.size.height)
        file.show(x: 240, y: 400, width: 320, height: 40, colors: Self.colors, at: 0)
        file.clear(at: 4000)
        let disc = try workshop.write(file.bytes, "disc.sup")
        let path = "\(workshop.folder.path)/\(name)"
        guard path != disc else { return path }
        try ffmpeg([
            "-f", "lavfi", "-i", "color=s=720x576:r=25:d=6", "-i", disc, "-map", "0", "-map", "1", "-c:v", "mpeg2video",
            "-c:s", codec, path,
        ])
        return path
    }

    /// The canvas with the first subtitle as the ffmpeg program makes it, premultiplied.
    private func expected(of path: String, _ size: Size, in workshop: Workshop) throws -> [UInt32] {
        let output = "\(workshop.folder.path)/canvas.raw"
        try ffmpeg([
            "-i", path, "-filter_complex", "[0:s]format=bgra[canvas]", "-map", "[canvas]", "-frames:v", "2",
            "-f", "rawvideo", output,
        ])
        // The canvas is empty before the first subtitle.
        let bytes = Array(try Data(contentsOf: URL(filePath: output)).suffix(size.width * size.height * 4))
        return stride(from: 0, to: bytes.count - 3, by: 4).map { at in
            let alpha = Double(bytes[at + 3]) / 255
            func channel(_ index: Int) -> UInt32 { UInt32((Double(bytes[at + index]) * alpha).rounded()) }
            return UInt32(bytes[at + 3]) << 24 | channel(2) << 16 | channel(1) << 8 | channel(0)
        }
    }

    private func stream(of path: String) throws -> SubtitleStream {
        guard path.hasSuffix(".sup") else { return try #require(try read(path).streams.first) }
        let files = try SubtitleFiles([.path(path)], beside: nil, allowsNetwork: false, wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        return try #require(files.streams.first, "\(files.takeProblems())")
    }

    private func difference(_ one: UInt32, _ other: UInt32) -> Int {
        [0, 8, 16, 24].map { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) }.max() ?? 0
    }

    @Test(arguments: [
        ("copy", "disc.sup"), ("copy", "disc.mkv"), ("dvdsub", "dvd.mkv"), ("dvdsub", "dvd.vob"), ("dvbsub", "dvb.ts"),
        ("dvbsub", "dvb.mkv"),
    ])
    func everyPixelHasTheColourAndAlphaOfItsPalette(codec: String, name: String) throws {
        let workshop = try Workshop()
        let path = try medium(codec, name, in: workshop)
        let expected = try expected(of: path, Self.size, in: workshop)
        let size = Self.size
        try #require(expected.count == size.width * size.height)
        let geometry = SubtitleGeometry(surface: size, picture: Rect(origin: .zero, size: size), video: size)
        let subtitles = Subtitles(try stream(of: path))
        let bitmap = try #require(subtitles.draw(at: .seconds(1), on: geometry).bitmap)
        let wrong = expected.indices.filter { bitmap[$0 % size.width, $0 / size.width] != expected[$0] }
        #expect(
            wrong.count == 0,
            "\(wrong.first.map { "\($0): \(bitmap[$0 % size.width, $0 / size.width]), not \(expected[$0])" } ?? "")")
        let centers = Self.colors.indices.map { 240 + 80 * $0 + 40 }
        #expect(Set(centers.map { expected[420 * size.width + $0] }).count == Self.colors.count)
        // At other sizes each stripe's middle has the same colour.
        for (width, height) in [(360, 288), (1440, 1152), (500, 400)] {
            let other = Size(width: width, height: height)
            let scaled = try #require(
                subtitles.draw(
                    at: .seconds(1),
                    on: SubtitleGeometry(surface: other, picture: Rect(origin: .zero, size: other), video: size)
                ).bitmap)
            for center in centers {
                let pixel = scaled[center * width / size.width, 420 * height / size.height]
                #expect(difference(pixel, expected[420 * size.width + center]) <= 2, "\(center) at \(other)")
            }
        }
    }

    /// Bitmaps that are too large to be kept in full.
    @Test func meanColoursOfLargeBitmapsAreThoseOfTheirPalette() throws {
        var file = PGSFile(width: 4096, height: 1400)
        file.show(x: 0, y: 0, width: 4096, height: 1400, colors: Self.colors, at: 0)
        file.clear(at: 4000)
        let workshop = try Workshop()
        let path = try workshop.write(file.bytes, "disc.sup")
        let expected = try expected(of: path, Size(width: 4096, height: 1400), in: workshop)
        let event = try #require(try events(of: try stream(of: path)).first)
        guard case .pictures(let pictures, _, _) = event.content, let picture = pictures.first else {
            Issue.record("no bitmap")
            return
        }
        #expect(picture.step > 1)
        for center in Self.colors.indices.map({ 512 + 1024 * $0 }) {
            let pixel = picture.pixels[picture.rows / 2 * picture.columns + center / picture.step]
            #expect(difference(pixel, expected[700 * 4096 + center]) <= 1, "\(center)")
        }
    }
}
