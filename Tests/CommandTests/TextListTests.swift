import OrielCommand
import Testing

/// Lists as `gsettings` prints them.
struct TextListTests {
    @Test(
        arguments: [
            ("@as []", []), ("[]", []), ("['a']", ["a"]), ("['a@b', \"it's\"]", ["a@b", "it's"]),
            (#"['a\'b\\', 'c']"#, [#"a'b\"#, "c"]),
        ] as [(String, [String])]) func aListIsRead(text: String, list: [String])
    {
        #expect(TextList.parse(text) == list)
        #expect(TextList.parse(TextList.text(list)) == list)
    }

    @Test(arguments: ["", "a", "[", "['a'", "['a' 'b']", "['a',]", "['a'] x", #"['\n']"#, "[a]"])
    func anythingElseIsRefused(text: String) { #expect(TextList.parse(text) == nil) }
}
