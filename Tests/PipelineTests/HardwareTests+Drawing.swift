import OrielDecode
import OrielGeometry
import OrielMedia
import OrielPipeline
import OrielRendering
import OrielTestSupport
import Testing

/// Frames drawn from the device's memory, by a driver that draws on the CPU.
extension HardwareTests {
    /// A picture without a window. Used within one synchronous test, so on one thread.
    private final class Painting {
        let context: GraphicsContext
        private let target: OffscreenTarget
        private let texture: FrameTexture

        init(_ size: Size) throws {
            context = try GraphicsContext.surfaceless()
            target = try OffscreenTarget(in: context, size: size)
            texture = FrameTexture(context)
        }

        func finish() {
            texture.clear()
            target.finish()
            context.finish()
        }

        /// Draws a frame over the whole picture, and returns blue, green and red without the outer two pixels: chroma
        /// is interpolated with what lies beyond a cut.
        func pixels(of frame: VideoFrame) throws -> [UInt8] {
            let copies = texture.uploadCount
            try texture.upload(frame)
            try context.draw(
                OrielRendering.Picture(texture: texture, destination: Rect(origin: .zero, size: target.size)),
                into: target)
            let isInPlace = texture.uploadCount == copies
            #expect(isInPlace == (frame.buffer != nil))
            let size = target.size
            var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
            try bytes.withUnsafeMutableBytes { try target.copyPixels(into: $0, stride: size.width * 4) }
            var pixels: [UInt8] = []
            for y in 2..<size.height - 2 {
                for x in 2..<size.width - 2 {
                    let start = 4 * (y * size.width + x)
                    pixels += bytes[start..<start + 3]
                }
            }
            return pixels
        }
    }

    /// Films with colour: one whose surfaces are larger than its frames, one for a wider range of light, one turned.
    static let drawn: [Clip] = [
        Clip(name: "drawn.webm", arguments: ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-g", "40"]),
        Clip(name: "drawn.mp4", arguments: ["-c:v", "libx264", "-bf", "3", "-g", "40"]),
        Clip(
            name: "drawn-hdr.webm",
            arguments: [
                "-c:v", "libvpx-vp9", "-cpu-used", "8", "-color_primaries", "bt2020", "-color_trc", "smpte2084",
                "-colorspace", "bt2020nc", "-color_range", "tv",
            ]),
        Clip(
            name: "drawn-turned.mp4",
            arguments: ["-c:v", "libx264", "-g", "40", "-metadata:s:v:0", "rotate=90", "-vf", "setsar=4/3"]),
    ]

    private func film(_ clip: Clip) throws -> String {
        let path = IndexClip.path(clip.name)
        try ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=30:d=2", "-pix_fmt", "yuv420p"] + clip.arguments + [path])
        return path
    }

    @Test(.enabled(if: VideoDriver.isReal, "only a device's memory is drawn in place"), arguments: drawn)
    func framesInPlaceAreDrawnAsSoftwares(_ clip: Clip) throws {
        let path = try film(clip)
        let software = try Viewer(path, MediaPipeline.Options(decoderThreads: 1)).rest()
        try #require(software.count == 60)
        // At its size, and reduced.
        for scale in [1, 2] {
            let size = Size(width: software[0].width / scale, height: software[0].height / scale)
            let painting = try Painting(software[0].rotation == .none ? size : size.transposed)
            defer { painting.finish() }
            let modifiers = painting.context.importedModifiers(of: 0x3231_564E, as: .nv12)
            try #require(modifiers.contains(Dmabuf.linear), "\(painting.context.facts)")
            let options = Self.options()
            options.decoding.hardware.display.note(
                drawnFormats: modifiers.map { Dmabuf.Format(fourcc: 0x3231_564E, modifier: $0) })
            let viewer = try Viewer(path, options)
            var count = 0
            var largest = 0
            while let frame = try viewer.next() {
                try #require(frame.buffer != nil, "\(count)")
                let seen = try painting.pixels(of: frame)
                let meant = try painting.pixels(of: software[count])
                try #require(seen.count == meant.count && Set(seen).count > 50)
                for (one, other) in zip(seen, meant) { largest = max(largest, abs(Int(one) - Int(other))) }
                count += 1
            }
            #expect(largest <= 1, "reduced by \(scale): off by \(largest)")
            #expect(count == 60 && viewer.pipeline.snapshot.hardware.isUsed)
        }
    }
}
