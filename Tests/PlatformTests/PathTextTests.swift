import Glibc
import OrielPlatform
import Testing

/// File names as strings.
@Suite struct PathTextTests {
    private static let names: [[UInt8]] = [
        [], Array("film.mkv".utf8), Array("Привет 🎬.mkv".utf8), Array("latin".utf8) + [0xE9, 0x2E], [0xFF, 0xFE],
        [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xF0, 0x9F, 0x8E], [0xED, 0xA0, 0x80], [0xC0, 0x80],
        [0xF4, 0x90, 0x80, 0x80],
        // Names may contain the characters that stand for bytes.
        Array("\u{10FE80}".utf8), Array("a\u{10FEE9}b".utf8) + [0xE9], Array("\u{10FF00}\u{10FE7F}".utf8),
    ]

    @Test func everyNameComesBackAsItWas() {
        for name in Self.names + (0x80...0xFF).map({ [0x61, $0, 0x62] }) {
            #expect(PathText.bytes(PathText.string(name)) == name)
        }
        #expect(Set(Self.names.map { PathText.string($0) }).count == Self.names.count)
        for _ in 0..<500 {
            let name = (0..<Int.random(in: 0...12)).map { _ in UInt8.random(in: 1...255) }
            #expect(PathText.bytes(PathText.string(name)) == name)
            let length = PathText.withCString(PathText.string(name)) { strlen($0) }
            #expect(length == name.count)
            #expect(
                PathText.withCString(PathText.string(name)) { PathText.string(cString: $0) } == PathText.string(name))
        }
    }

    @Test func aNameThatIsUTF8IsItsText() {
        #expect(PathText.string(Array("Привет.mkv".utf8)) == "Привет.mkv")
        #expect(PathText.bytes("Привет.mkv") == Array("Привет.mkv".utf8))
    }

    @Test func bytesThatAreNoLettersAreShownAsReplacements() {
        let name = PathText.string([0x61, 0xE9, 0x62])
        #expect(name != "a\u{FFFD}b" && PathText.shown(name) == "a\u{FFFD}b")
        #expect(TerminalText.plain(name) == "a\u{FFFD}b")
        // Other programs get the original name back.
        #expect(TerminalText.json(name) == name)
    }
}
