/// A text format that libavformat reads as a whole, using several hundred bytes per event.
///
/// Describes how events are counted, so that libavformat is given no more of them than are kept. Value code.
struct TextFormat {
    /// Byte that is counted in the input, and its least number per event.
    private let mark: UInt8
    private let each: Int
    /// Number of events allowed for the data before the first one.
    private static let head = 512

    /// Makes the description; nil for other formats.
    /// - Parameter name: the demuxer's name.
    init?(_ name: String) {
        switch name {
        // A number, the time, the text and an empty line.
        case "srt": (mark, each) = (UInt8(ascii: "\n"), 4)
        case "webvtt", "subviewer", "subviewer1", "mpsub": (mark, each) = (UInt8(ascii: "\n"), 3)
        case "scc", "aqtitle": (mark, each) = (UInt8(ascii: "\n"), 2)
        case "ass", "microdvd", "mpl2", "lrc", "stl", "jacosub", "vplayer", "pjs":
            (mark, each) = (UInt8(ascii: "\n"), 1)
        // These may be in a single line.
        case "sami", "realtext": (mark, each) = (UInt8(ascii: "<"), 1)
        case "tedcaptions": (mark, each) = (UInt8(ascii: "{"), 1)
        default: return nil
        }
    }

    /// Limit of the input, in the bytes that are counted.
    var limit: FileInput.Limit { FileInput.Limit(mark: mark, left: (SubtitleStream.packets - Self.head) * each) }
}
