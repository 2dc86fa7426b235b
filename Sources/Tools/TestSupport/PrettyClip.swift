import Foundation
public import OrielGeometry
public import OrielMedia

/// A video made by ffmpeg's generators for demonstrations; needs no download and no third-party material.
public struct PrettyClip: Sendable {
    /// Motif: `waves` or `hills`.
    public var motif: String
    public var size: Size
    public var rate: Rational
    public var frames: Int
    /// Whether it has music and subtitles.
    public var hasSoundAndSubtitles: Bool

    public init(motif: String, size: Size, rate: Rational, frames: Int, hasSoundAndSubtitles: Bool = false) {
        self.hasSoundAndSubtitles = hasSoundAndSubtitles
        self.motif = motif
        self.size = size
        self.rate = rate
        self.frames = frames
    }

    /// Subtitles, five seconds each.
    private static let lines = [
        "hills": [
            "The sun goes down behind the hills.", "– Is it far?\n– As far as the next hill.",
            "Nobody is in a hurry here.", "<i>The wind.</i>", "– And then?\n– Then the sea.",
            "There is always one more hill.",
        ],
        "waves": [
            "Good evening, and welcome.", "Tonight: colours that go round.",
            "– Do they ever stop?\n– Not that we know.",
            "That was the yellow one.", "<i>Applause.</i>", "More of this after the next turn.",
        ],
    ]

    private var subtitles: String {
        func time(_ seconds: Int, _ milliseconds: Int) -> String {
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)),\(milliseconds)"
        }
        guard let lines = Self.lines[motif] else { return "" }
        let seconds = frames * rate.denominator / max(1, rate.numerator)
        return stride(from: 0, to: max(1, seconds), by: 5).map { start in
            let number = start / 5
            return
                "\(number + 1)\n\(time(start, 500)) --> \(time(start + 4, 700))\n\(lines[number % lines.count])\n"
        }.joined(separator: "\n")
    }

    /// A swelling chord, a new one every four seconds.
    private static let music: String = {
        let root = "(196+24.5*mod(floor(t/4)\\,3))"
        let notes = [1.0, 1.26, 1.5, 2.0].map { "sin(2*PI*\($0)*\(root)*t)" }.joined(separator: "+")
        let note = "0.05*(\(notes))*(1-cos(2*PI*t/4))"
        return "aevalsrc=\(note)|\(note):s=48000"
    }()

    /// Writes the video as H.264 in MP4.
    public func write(to path: String) throws {
        let speed = "\(rate.numerator)/\(rate.denominator)"
        // Drawn small and scaled up: the generators are slow, and soft edges suit the motifs.
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
        var (inputs, outputs): ([String], [String]) = ([], [])
        let folder = try TemporaryFolder()
        if hasSoundAndSubtitles {
            let text = folder.path + "/lines.srt"
            try Data(subtitles.utf8).write(to: URL(filePath: text))
            let seconds = Double(frames) * Double(rate.denominator) / Double(max(1, rate.numerator))
            inputs = ["-f", "lavfi", "-t", "\(seconds)", "-i", Self.music, "-i", text]
            outputs = [
                "-map", "0", "-map", "1", "-map", "2", "-c:a", "aac", "-b:a", "96k", "-c:s", "mov_text",
                "-metadata:s:s:0", "language=eng", "-disposition:s:0", "default",
            ]
        }
        try ffmpeg(
            ["-f", "lavfi", "-i", source] + inputs + outputs + [
                "-frames:v", "\(frames)", "-vf",
                "scale=\(size.width):\(size.height):flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuv420p",
                "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-colorspace", "bt709", "-color_primaries",
                "bt709", "-color_trc", "bt709", "-color_range", "tv", "-f", "mp4", path,
            ], limit: .seconds(600))
    }
}
