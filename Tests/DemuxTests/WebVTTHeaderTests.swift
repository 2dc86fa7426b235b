import OrielDemux
import OrielTestSupport
import Testing

/// The parts of a WebVTT file that libavformat can't read.
@Suite struct WebVTTHeaderTests {
    private func hidden(_ text: String) -> String {
        var bytes = Array(text.utf8)
        bytes.withUnsafeMutableBufferPointer { WebVTTHeader.hideBlocks(in: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func styleSheetsAndRegionsBecomeCommentsOfTheSameLength(end: String) {
        func lines(_ lines: String...) -> String { lines.joined(separator: end) }
        let text = lines(
            "WEBVTT - a film", "Kind: captions", "", "STYLE", "::cue { color: red }", "", "REGION ", "id:a", "", "")
        let wanted = lines(
            "WEBVTT - a film", "Kind: captions", "", "NOTE ", "::cue { color: red }", "", "NOTE   ", "id:a", "", "")
        #expect(hidden(text) == wanted)
        #expect(hidden("\u{FEFF}" + text) == "\u{FEFF}" + wanted)
        // Also if the text is cut off at any byte.
        for count in 0...text.utf8.count {
            #expect(hidden(String(decoding: text.utf8.prefix(count), as: UTF8.self)).utf8.count == count)
        }
    }

    @Test(arguments: [
        "STYLE\n::cue {}\n", "WEBVTT\nSTYLE\n", "WEBVTT\n\nSTYLED\n\n", "WEBVTT\n\n STYLE\n", "",
        "WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\nSTYLE\n\n00:03.000 --> 00:04.000\nB\n", "1\n\nSTYLE\n",
    ])
    func whatIsNoBlockBeforeTheFirstCueStays(text: String) { #expect(hidden(text) == text) }
}
