public import OrielGeometry
public import OrielMedia

/// A moving picture made by ffmpeg's generators, for demonstrations: nothing to download, nothing of anyone else's.
public struct PrettyClip: Sendable {
    /// `waves` or `hills`.
    public var motif: String
    public var size: Size
    public var rate: Rational
    public var frames: Int

    public init(motif: String, size: Size, rate: Rational, frames: Int) {
        self.motif = motif
        self.size = size
        self.rate = rate
        self.frames = frames
    }

    /// Writes it as H.264 in MP4.
    public func write(to path: String) throws {
        let speed = "\(rate.numerator)/\(rate.denominator)"
        // Drawn small and scaled up: the generators are slow, and soft edges suit them.
        let (width, height) = (max(2, size.width / 4 * 2), max(2, size.height / 4 * 2))
        let source: String
        switch motif {
        case "waves":
            source =
                "gradients=size=\(width)x\(height):rate=\(speed):type=spiral:nb_colors=6:c0=0x0b2a4a:c1=0x1f7a8c"
                + ":c2=0xf2c14e:c3=0xf78154:c4=0x5b2a86:c5=0x0b2a4a:x0=\(width / 3):y0=\(height / 2):speed=0.02:seed=7"
        case "hills": source = PrettyScenery(size: Size(width: width, height: height), rate: speed).graph
        default: throw TestSupportError("there is no motif called \(motif); there are waves and hills")
        }
        let child = try ChildProcess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", "\(frames)", "-vf",
                "scale=\(size.width):\(size.height):flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuv420p",
                "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-colorspace", "bt709", "-color_primaries",
                "bt709", "-color_trc", "bt709", "-color_range", "tv", "-f", "mp4", path,
            ])
        guard child.wait(.seconds(600)) == .code(0) else {
            throw TestSupportError("ffmpeg made no clip: \(child.standardError)")
        }
    }
}
