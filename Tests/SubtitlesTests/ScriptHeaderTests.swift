import OrielSubtitles
import Testing

@Suite struct ScriptHeaderTests {
    private func lines(_ header: String) -> [Substring] {
        String(decoding: ScriptHeader.restyled(Array(header.utf8)), as: UTF8.self).split(separator: "\n")
    }

    @Test func theConvertersCoordinatesStay() {
        let made = lines(
            "[Script Info]\r\nPlayResX: 640\r\nPlayResY: 480\r\n[V4+ Styles]\r\nStyle: Default,Arial,16\r\n")
        #expect(made.contains("PlayResX: 640") && made.contains("PlayResY: 480"))
        #expect(
            made.count { $0.hasPrefix("Style:") } == 1
                && made.contains { $0.hasPrefix("Style: Default,sans-serif,29.3,") })
    }

    @Test(arguments: ["", "PlayResY: -3", "PlayResY: 99999999999999999999", "PlayResY: 0\nPlayResX: x"])
    func whatSaysNothingOfSizesHasLibavcodecs(header: String) {
        let made = lines(header)
        #expect(made.contains("PlayResX: 384") && made.contains("PlayResY: 288"))
    }

    @Test func anEventGetsItsNumber() {
        #expect(
            ScriptHeader.numbered(Array("0,0,Default,,0,0,0,,a, b".utf8), 17) == Array("17,0,Default,,0,0,0,,a, b".utf8)
        )
        #expect(ScriptHeader.numbered([], 1) == [])
        #expect(ScriptHeader.numbered(Array("no comma".utf8), 1) == Array("no comma".utf8))
    }
}
