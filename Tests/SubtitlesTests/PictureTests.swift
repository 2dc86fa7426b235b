import OrielDemux
import OrielGeometry
import OrielLibav
import OrielPlatform
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
        #expect(track.draw(at: .seconds(1), on: geometry).span == TextPicture.always)
        track.add([white(0, 0, 40, 40)], canvas: canvas, from: .seconds(2), until: nil)
        track.add([], canvas: canvas, from: .seconds(5), until: nil)
        track.add([white(0, 0, 40, 40)], canvas: canvas, from: .seconds(7), until: .seconds(8))
        func image(_ seconds: Double) -> TextPicture { track.draw(at: .seconds(seconds), on: geometry) }
        #expect(image(1).bitmap == nil && image(1).span.upperBound == .seconds(2))
        #expect(image(3).bitmap != nil && image(3).span == .seconds(2) ..< .seconds(5))
        #expect(image(6).bitmap == nil && image(6).span == .seconds(5) ..< .seconds(7))
        #expect(image(7.5).bitmap != nil && image(7.5).span == .seconds(7) ..< .seconds(8))
        #expect(image(9).bitmap == nil && image(9).span == .seconds(8)..<TextPicture.always.upperBound)
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

    /// Blu-ray's canvas has square pixels. It is as high as the video, as with mpv, but for bitmaps that would be cut.
    @Test(arguments: [
        // 16:9 on 4:3: in a window of the video's shape, in full screen, and where the bitmap is too wide for the
        // window.
        (
            Size(width: 640, height: 360), Rect(x: 200, y: 300, width: 240, height: 40), Size(width: 480, height: 360),
            Size(width: 480, height: 360), Rect(x: 120, y: 300, width: 240, height: 40)
        ),
        (
            Size(width: 640, height: 360), Rect(x: 200, y: 300, width: 240, height: 40), Size(width: 480, height: 360),
            Size(width: 1280, height: 720), Rect(x: 400, y: 600, width: 480, height: 80)
        ),
        (
            Size(width: 640, height: 360), Rect(x: 40, y: 300, width: 560, height: 40), Size(width: 480, height: 360),
            Size(width: 480, height: 360), Rect(x: 30, y: 270, width: 420, height: 30)
        ),
        // 16:9 on 2.4:1, in a window and in full screen.
        (
            Size(width: 1920, height: 1080), Rect(x: 480, y: 900, width: 960, height: 90),
            Size(width: 1920, height: 800),
            Size(width: 960, height: 400), Rect(x: 302, y: 333, width: 356, height: 33)
        ),
        (
            Size(width: 1920, height: 1080), Rect(x: 480, y: 900, width: 960, height: 90),
            Size(width: 1920, height: 800),
            Size(width: 960, height: 540), Rect(x: 302, y: 403, width: 356, height: 33)
        ),
        // 16:9 on portrait: full screen, and a window.
        (
            Size(width: 1920, height: 1080), Rect(x: 480, y: 900, width: 960, height: 90),
            Size(width: 1080, height: 1920),
            Size(width: 1920, height: 1080), Rect(x: 480, y: 900, width: 960, height: 90)
        ),
        (
            Size(width: 1920, height: 1080), Rect(x: 480, y: 900, width: 960, height: 90),
            Size(width: 1080, height: 1920),
            Size(width: 540, height: 960), Rect(x: 135, y: 581, width: 270, height: 25)
        ),
    ])
    func aCanvasOfSquarePixelsKeepsItsShape(canvas: Size, box: Rect, video: Size, surface: Size, area: Rect) {
        let track = PictureTrack(keepsShape: true)
        track.add([white(box.x, box.y, box.width, box.height)], canvas: canvas, from: .zero, until: nil)
        let geometry = SubtitleGeometry(
            surface: surface, picture: ContentFit(content: video).destination(in: surface), video: video)
        #expect(track.draw(at: .zero, on: geometry).bitmap?.area == area)
    }

    /// A canvas of an anamorphic video's samples has its shape too.
    @Test func aCanvasOfTheVideosSamplesCoversIt() {
        let samples = Size(width: 720, height: 576)
        for keepsShape in [true, false] {
            let track = PictureTrack(keepsShape: keepsShape)
            track.add([white(240, 400, 240, 40)], canvas: samples, from: .zero, until: nil)
            let geometry = SubtitleGeometry(
                surface: Size(width: 1024, height: 576), picture: Rect(x: 0, y: 0, width: 1024, height: 576),
                video: Size(width: 1024, height: 576), samples: samples)
            #expect(
                track.draw(at: .zero, on: geometry).bitmap?.area == Rect(x: 341, y: 400, width: 341, height: 40))
        }
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
        func image(_ seconds: Double) -> TextPicture { subtitles.draw(at: .seconds(seconds), on: geometry) }
        #expect(image(0.5).bitmap == nil && image(3.5).bitmap == nil && image(5.5).bitmap == nil)
        let bitmap = try #require(image(2).bitmap)
        #expect(bitmap.area == Rect(x: 120, y: 215, width: 240, height: 20))
        #expect(bitmap[240, 225] == 0xFFFF_FFFF)
        #expect(image(4.5).bitmap?.area == Rect(x: 0, y: 15, width: 80, height: 40))
        // On a video of 4:3 in the middle of a wider surface.
        let narrow = SubtitleGeometry(
            surface: Size(width: 640, height: 360), picture: Rect(x: 80, y: 0, width: 480, height: 360),
            video: Size(width: 1440, height: 1080))
        #expect(
            subtitles.draw(at: .seconds(2), on: narrow).bitmap?.area == Rect(x: 160, y: 267, width: 320, height: 27))
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
        try ffmpeg([
            "-f", "lavfi", "-i", "color=s=720x576:r=25:d=6", "-i", disc, "-map", "0", "-map", "1", "-c:v", "mpeg2video",
            "-c:s", codec, path,
        ])
        let stream = try #require(try read(path).streams.first)
        #expect(stream.info.isPicture)
        let subtitles = Subtitles(stream)
        let size = Size(width: 720, height: 576)
        let geometry = SubtitleGeometry(surface: size, picture: Rect(origin: .zero, size: size), video: size)
        let bitmap = try #require(subtitles.draw(at: .seconds(1), on: geometry).bitmap)
        #expect(bitmap.area == Rect(x: 240, y: 400, width: 320, height: 40))
        let pixel = bitmap[400, 420]
        #expect([0, 8, 16, 24].allSatisfy { pixel >> $0 & 255 > 240 }, "\(pixel)")
    }
}
