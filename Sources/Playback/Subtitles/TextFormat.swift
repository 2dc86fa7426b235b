/// A format of subtitles in text, which libavformat reads as a whole, with several hundred bytes for each event: how an event is told
/// from the next, so that it is given no more of them than are kept. Value code.
struct TextFormat {
    /// What the input is counted by, and how much of it an event has at least.
    private let mark: UInt8
    private let each: Int
    /// What stands before the first event.
    private static let head = 512

    /// Nil for others.
    /// - Parameter name: the demuxer's.
    init?(_ name: String) {
        switch name {
        // A number, the time, the text and an empty line.
        case "srt": (mark, each) = (UInt8(ascii: "\n"), 4)
        case "webvtt", "subviewer", "subviewer1", "mpsub": (mark, each) = (UInt8(ascii: "\n"), 3)
        case "scc", "aqtitle": (mark, each) = (UInt8(ascii: "\n"), 2)
        case "ass", "microdvd", "mpl2", "lrc", "stl", "jacosub", "vplayer", "pjs":
            (mark, each) = (UInt8(ascii: "\n"), 1)
        // These may lie in a single line.
        case "sami", "realtext": (mark, each) = (UInt8(ascii: "<"), 1)
        case "tedcaptions": (mark, each) = (UInt8(ascii: "{"), 1)
        default: return nil
        }
    }

    /// With what it was probed by, no more events than are kept.
    var limit: FileInput.Limit { FileInput.Limit(mark: mark, left: (SubtitleStream.packets - Self.head) * each) }
}
