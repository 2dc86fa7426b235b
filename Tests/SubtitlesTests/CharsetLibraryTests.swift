import Glibc
import OrielDemux
import OrielTestSupport
import Testing

/// uchardet, opened with the first text that isn't UTF-8.
@Suite struct CharsetLibraryTests {
    /// Runs in a process of its own, which hasn't opened the library.
    private static func readTwice() -> Never {
        // "Съешь же ещё этих мягких французских булок" in Windows-1251.
        let text: [UInt8] = [
            0xD1, 0xFA, 0xE5, 0xF8, 0xFC, 0x20, 0xE6, 0xE5, 0x20, 0xE5, 0xF9, 0xB8, 0x20, 0xFD, 0xF2, 0xE8, 0xF5, 0x20,
            0xEC, 0xFF, 0xE3, 0xEA, 0xE8, 0xF5, 0x20, 0xF4, 0xF0, 0xE0, 0xED, 0xF6, 0xF3, 0xE7, 0xF1, 0xEA, 0xE8, 0xF5,
            0x20, 0xE1, 0xF3, 0xEB, 0xEE, 0xEA,
        ]
        let refused = Descriptors.forbidden { TextEncoding(of: text, TextHints()) }
        guard refused == .charset("WINDOWS-1252") else { _exit(10) }
        guard TextEncoding(of: text, TextHints()) == .charset("WINDOWS-1251") else { _exit(11) }
        _exit(0)
    }

    @Test func whatLackedDescriptorsIsOpenedForTheNextText() async {
        await #expect(processExitsWith: .exitCode(0)) { CharsetLibraryTests.readTwice() }
    }
}
