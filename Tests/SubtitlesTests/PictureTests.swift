import OrielGeometry
import OrielPlatform
import OrielPlayback
import OrielSubtitles
import OrielTestSupport
import OrielText
import Testing

/// Bitmap subtitles.
@Suite struct PictureTests {
    private func white(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> SubtitlePicture {
        SubtitlePicture(
            x: x, y: y, width: width, height: height, pixels: Array(repeating: 0xFFFF_FFFF, count: width * height))
    }

    private let geometry = SubtitleGeometry(
        surface: Size(width: 480, height: 300), picture: Rect(x: 0, y: 15, width: 480, height: 270),
        video: Size(width: 1920, height: 1080))
    private let canvas = Size(width: 1920, height: 1080)

    @Test func aPictureIsShownFromItsTimeToTheNext() {
        let track = PictureTrack()
        #expect(track.draw(at: .seconds(1), on: geometry).span == SubtitleImage.always)
        track.add([white(0, 0, 40, 40)], canvas: canvas, from: .seconds(2), until: nil)
        track.add([], canvas: canvas, from: .seconds(5), until: nil)
        track.add([white(0, 0, 40, 40)], canvas: canvas, from: .seconds(7), until: .seconds(8))
        func image(_ seconds: Double) -> SubtitleImage { track.draw(at: .seconds(seconds), on: geometry) }
        #expect(image(1).bitmap == nil && image(1).span.upperBound == .seconds(2))
        #expect(image(3).bitmap != nil && image(3).span == .seconds(2) ..< .seconds(5))
        #expect(image(6).bitmap == nil && image(6).span == .seconds(5) ..< .seconds(7))
        #expect(image(7.5).bitmap != nil && image(7.5).span == .seconds(7) ..< .seconds(8))
        #expect(image(9).bitmap == nil && image(9).span == .seconds(8)..<SubtitleImage.always.upperBound)
        track.flush()
        #expect(image(3).bitmap == nil)
    }

    /// The canvas covers the video, not the bars beside it.
    @Test func aPictureStandsOnTheVideoAndHasItsScale() throws {
        let track = PictureTrack()
        track.add([white(960, 540, 400, 80), white(0, 0, 8, 8)], canvas: canvas, from: .zero, until: nil)
        let bitmap = try #require(track.draw(at: .seconds(1), on: geometry).bitmap)
        #expect(bitmap.area == Rect(x: 0, y: 15, width: 340, height: 155))
        #expect(bitmap[0, 15] == 0xFFFF_FFFF && bitmap[5, 15] == 0)
        #expect(bitmap[240, 150] == 0xFFFF_FFFF && bitmap[339, 169] == 0xFFFF_FFFF)
        #expect(bitmap[239, 150] == 0 && bitmap[240, 149] == 0)
        // Colours stay the same when scaled.
        #expect(bitmap[300, 160] == 0xFFFF_FFFF)
    }

    @Test func whatLiesOutsideIsLeftOut() {
        let track = PictureTrack()
        track.add(
            [white(5000, 0, 4, 4), white(-2, 1078, 8, 8)], canvas: canvas, from: .zero, until: nil)
        let area = track.draw(at: .zero, on: geometry).bitmap?.area
        #expect(area.map { Rect(origin: .zero, size: geometry.surface).contains($0) } ?? true)
        for canvas in [Size.zero, Size(width: -1, height: 5), Size(width: 1 << 40, height: 1)] {
            track.add([white(0, 0, 4, 4)], canvas: canvas, from: .seconds(1), until: nil)
            _ = track.draw(at: .seconds(2), on: geometry)
        }
    }

    @Test func whatIsKeptIsBounded() {
        let track = PictureTrack()
        for second in 0..<40 {
            track.add([white(0, 0, 1024, 1024)], canvas: canvas, from: .seconds(second), until: nil)
        }
        #expect(track.draw(at: .seconds(39.5), on: geometry).bitmap != nil)
        #expect(track.draw(at: .seconds(5), on: geometry).bitmap == nil)
    }

    /// Blu-ray subtitles through libavformat, libavcodec and libswscale.
    @Test func aDiscsSubtitlesAreShownInTheirTimeAndPlace() throws {
        var file = PGSFile(width: 1920, height: 1080)
        file.show(x: 480, y: 800, width: 960, height: 80, at: 1000)
        file.clear(at: 3000)
        file.show(x: 0, y: 0, width: 320, height: 160, at: 4000)
        file.clear(at: 5000)
        let workshop = try Workshop()
        let path = try workshop.write(file.bytes, "disc.sup")
        let files = try SubtitleFiles([.path(path)], beside: nil, allowsNetwork: false, wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        let stream = try #require(files.streams.first, "\(files.takeProblems())")
        #expect(stream.info.isPicture)
        let subtitles = Subtitles(stream)
        func image(_ seconds: Double) -> SubtitleImage { subtitles.draw(at: .seconds(seconds), on: geometry) }
        #expect(image(0.5).bitmap == nil && image(3.5).bitmap == nil && image(5.5).bitmap == nil)
        let bitmap = try #require(image(2).bitmap)
        #expect(bitmap.area == Rect(x: 120, y: 215, width: 240, height: 20))
        let pixel = bitmap[240, 225]
        #expect(pixel >> 24 == 255 && pixel & 0xFF > 240)
        #expect(image(4.5).bitmap?.area == Rect(x: 0, y: 15, width: 80, height: 40))
    }

    /// DVD and broadcast subtitles, transcoded from Blu-ray's.
    @Test(arguments: [("dvdsub", "dvd.mkv"), ("dvdsub", "dvd.vob"), ("dvbsub", "dvb.ts")])
    func thoseOfDVDsAndBroadcastsAreShownInTheirPlace(codec: String, name: String) throws {
        var file = PGSFile(width: 720, height: 576)
        file.show(x: 240, y: 400, width: 320, height: 40, at: 0)
        file.clear(at: 2000)
        file.show(x: 0, y: 0, width: 160, height: 80, at: 3000)
        file.clear(at: 4000)
        let workshop = try Workshop()
        let disc = try workshop.write(file.bytes, "disc.sup")
        let path = "\(workshop.folder.path)/\(name)"
        let child = try ChildProcess(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "color=s=720x576:r=25:d=6", "-i", disc, "-map", "0", "-map",
                "1",
                "-c:v", "mpeg2video", "-c:s", codec, path,
            ])
        #expect(child.wait(.seconds(60)) == .code(0), "\(child.standardError)")
        let stream = try #require(try read(path).streams.first)
        #expect(stream.info.isPicture)
        let subtitles = Subtitles(stream)
        let size = Size(width: 720, height: 576)
        let geometry = SubtitleGeometry(surface: size, picture: Rect(origin: .zero, size: size), video: size)
        let bitmap = try #require(subtitles.draw(at: .seconds(1), on: geometry).bitmap)
        #expect(bitmap.area == Rect(x: 240, y: 400, width: 320, height: 40))
        let pixel = bitmap[400, 420]
        #expect(pixel >> 24 > 240 && pixel & 0xFF > 200)
    }
}
