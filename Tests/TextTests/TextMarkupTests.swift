import OrielText
import Testing

/// Titles and names are never markup.
@Suite struct TextMarkupTests {
    @Test func bracesAreEscapedAndBackslashesStandAlone() {
        #expect(TextMarkup.escaped("{\\pos(0,0)}") == "\\{\\\u{2060}pos(0,0)\\}")
        #expect(TextMarkup.escaped("\\N") == "\\\u{2060}N")
        #expect(TextMarkup.escaped("\\{") == "\\\u{2060}\\{")
        #expect(TextMarkup.escaped("plain – שלום 日本") == "plain – שלום 日本")
    }

    @Test func breaksBecomeSpacesAndControlsAreLeftOut() {
        #expect(TextMarkup.escaped("a\nb\r\tc\u{2028}d") == "a b  c d")
        #expect(TextMarkup.escaped("a\u{0}\u{1B}[31m\u{7F}\u{9B}b") == "a[31mb")
    }

    /// `exe.‮gpj` is shown as it is stored.
    @Test func whatTurnsTheDirectionIsLeftOut() {
        #expect(TextMarkup.escaped("a\u{202E}gpj.exe\u{202C}\u{2067}b\u{2069}\u{FEFF}\u{FFFE}") == "agpj.exeb")
        // Marks and joiners are part of the spelling.
        #expect(TextMarkup.escaped("נ\u{200F}!\u{200D}") == "נ\u{200F}!\u{200D}")
    }

    @Test func aTextIsCutToItsLimitsInClustersAndScalars() {
        let long = String(repeating: "ab", count: 500_000)
        #expect(TextMarkup.clusters(of: long).count == TextLimits.clusters)
        #expect(TextMarkup.clusters(of: long, limit: 3) == ["a", "b", "a"])
        let marks = "e" + String(repeating: "\u{0301}", count: 1_000_000)
        let clusters = TextMarkup.clusters(of: marks)
        #expect(clusters.count == 1 && clusters[0].unicodeScalars.count == TextLimits.scalarsPerCluster)
    }

    @Test func aClusterIsNeverTornApart() {
        #expect(TextMarkup.clusters(of: "👩‍👩‍👧🇩🇪e\u{0301}") == ["👩‍👩‍👧", "🇩🇪", "e\u{0301}"])
    }
}
