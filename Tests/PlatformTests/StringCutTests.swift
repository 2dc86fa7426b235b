import OrielPlatform
import Testing

@Suite struct StringCutTests {
    @Test(arguments: [
        ("", 4, ""), ("abc", 0, ""), ("abc", 2, "ab"), ("abc", 3, "abc"), ("abc", 9, "abc"),
        // Characters of 2, 3 and 4 bytes, and one of two scalars.
        ("aéb", 2, "a"), ("aéb", 3, "aé"), ("a€", 3, "a"), ("a€", 4, "a€"), ("😀", 3, ""), ("😀", 4, "😀"),
        ("e\u{301}x", 2, "e"), ("e\u{301}x", 3, "e\u{301}"),
    ])
    func aTextIsCutBetweenScalars(text: String, limit: Int, beginning: String) {
        #expect(text.cut(toBytes: limit).utf8.elementsEqual(beginning.utf8))
    }
}
