import Testing
import WaylandScanner

/// Texts as string literals of generated code.
struct TextWriterTests {
    @Test func quotesAndBackslashesStayAsTheyAre() {
        #expect(TextWriter.literal("a \"b\" \\(c)\n") == "#\"\"\"\na \"b\" \\(c)\n\n\"\"\"#")
        // Marks that would end the literal, or begin an interpolation in it, make it have more of them.
        #expect(TextWriter.literal("\"\"\"# \\#(a)").hasPrefix("##\"\"\"\n"))
        let source = TextWriter.write("Files", [("a", "b")])
        #expect(source.hasSuffix("enum Files {\n    static let a = #\"\"\"\nb\n\n\"\"\"#\n}\n"))
    }
}
