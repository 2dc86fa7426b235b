import OrielLibav
import OrielMedia
import OrielPipeline
import Testing

/// Still images and animations.
@Suite struct PicturesTests {
    static let stills: [(name: String, output: [String], codec: String)] = [
        ("still.png", ["-c:v", "png"], "png"),
        ("still.jpg", ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"], "mjpeg"),
        ("still.webp", ["-c:v", "libwebp", "-lossless", "1"], "webp"),
        ("still.bmp", ["-c:v", "bmp"], "bmp"),
        ("still.tiff", ["-c:v", "tiff"], "tiff"),
        ("still.tga", ["-c:v", "targa"], "targa"),
        ("still.ppm", ["-c:v", "ppm"], "ppm"),
        ("still.gif", ["-c:v", "gif"], "gif"),
        ("still.apng", ["-c:v", "apng"], "png"),
        ("still.jp2", ["-c:v", "jpeg2000", "-format", "jp2"], "jpeg2000"),
    ]

    @Test(arguments: stills.indices)
    func aPictureIsOneFrameThatLasts(_ index: Int) throws {
        let still = Self.stills[index]
        let path = try IndexClip.make(still.name, ["-vf", "select=eq(n\\,37)", "-frames:v", "1"] + still.output)
        let viewer = try Viewer(path, MediaPipeline.Options(loops: true))
        let info = try viewer.opened()
        #expect(info?.video.codec == still.codec)
        #expect(info?.video.isStillImage == true)
        #expect(info?.video.isAnimation == false)
        #expect(info?.duration == nil)
        let frames = try viewer.rest()
        #expect(frames.map(IndexClip.index) == [37])
        #expect(frames.first?.time == .zero)
        #expect(frames.first?.duration == .zero)
        #expect(frames.first?.width == IndexClip.width)
        #expect(frames.first?.height == IndexClip.height)
        #expect(try viewer.seek(.seconds(5)).flatMap(IndexClip.index) == 37)
    }

    @Test func animationsSayThatTheyAre() throws {
        let gif = try Viewer(try ClipCase.codecs.first { $0.name == "gif.gif" }?.file() ?? "")
        #expect(try gif.opened()?.video.isAnimation == true)
        let apng = try Viewer(try ClipCase.codecs.first { $0.name == "apng.apng" }?.file() ?? "")
        #expect(try apng.opened()?.video.isAnimation == true)
        let video = try Viewer(try ClipCase.codecs.first { $0.name == "h264.mp4" }?.file() ?? "")
        #expect(try video.opened()?.video.isAnimation == false)
    }

    @Test(arguments: ["frame%03d.png", "all*.png", "a[0-9]{b}?.png", "with: colon.png", "-.png"])
    func aNameIsNeverAPattern(_ name: String) throws {
        let still = try IndexClip.make("still.png", ["-vf", "select=eq(n\\,37)", "-frames:v", "1", "-c:v", "png"])
        let path = try IndexClip.write(try IndexClip.bytes(still), name)
        #expect(try Viewer(path).rest().map(IndexClip.index) == [37])
    }

    @Test func imagesThatComeThroughAPipeAreAVideo() throws {
        let path = IndexClip.path("pipe.png")
        let clip = try IndexClip.make("many.png", ["-c:v", "png", "-f", "image2pipe"])
        let pipe = try NamedPipe(path)
        try pipe.write(try IndexClip.bytes(clip))
        let viewer = try Viewer(path)
        #expect(try viewer.opened()?.video.isStillImage == false)
        #expect(try viewer.opened()?.isSeekable == false)
        expectComplete(try viewer.rest(), 45)
    }
}
