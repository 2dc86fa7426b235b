import FoundationEssentials
import Oriel
import OrielControls
import OrielTestSupport
import Testing

/// Names of tracks and languages in the menu.
@MainActor
@Suite struct TrackNameTests {
    /// Names from a table, which is read at once: its folder goes.
    private func names(_ table: String?) throws -> LanguageNames {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/table.json"
        if let table { try table.write(toFile: path, atomically: true, encoding: .utf8) }
        let names = LanguageNames(path: path)
        _ = names.name(of: "und")
        return names
    }

    private static let table = """
        {"639-2": [{"alpha_2": "de", "alpha_3": "deu", "bibliographic": "ger", "name": "German"},
        {"alpha_2": "es", "alpha_3": "spa", "name": "Spanish; Castilian"},
        {"alpha_3": "grc", "name": "Greek, Ancient (to 1453)"}]}
        """

    @Test func languagesHaveTheirNames() throws {
        let names = try names(Self.table)
        for code in ["de", "deu", "ger", "GER"] { #expect(names.name(of: code) == "German") }
        #expect(names.name(of: "spa") == "Spanish" && names.name(of: "grc") == "Greek, Ancient")
        #expect(names.name(of: "de-AT") == "German (AT)" && names.name(of: "de_CH") == "German (CH)")
        #expect(names.name(of: "xyz") == "xyz" && names.name(of: "") == "")
    }

    @Test(arguments: [
        String?.none, "", "{", "[]", #"{"639-2": [{"alpha_3": 7}]}"#, String(repeating: " ", count: 2 << 20),
    ])
    func aTableThatCannotBeReadLeavesTheCodes(table: String?) throws {
        let names = try names(table)
        #expect(names.name(of: "ger") == "ger")
    }

    @Test func aTrackHasItsTitleOrElseItsNumber() throws {
        let names = try names(Self.table)
        func text(_ language: String?, _ title: String?, _ notes: String...) -> String {
            var name = TrackName(language: language, title: title, number: 3)
            name.notes = notes
            return name.text(names)
        }
        #expect(text("ger", nil) == "German" && text(nil, "Commentary") == "Commentary")
        #expect(text("ger", "Commentary") == "German, Commentary")
        #expect(text("ger", "German (Dolby)") == "German (Dolby)")
        #expect(text(nil, nil) == "Track 3" && text(nil, "") == "Track 3")
        #expect(text("ger", nil, "forced") == "German (forced)")
    }

    @Test func speedsAndDelaysAreShort() {
        #expect([1, 1.25, 0.5, 2, 1.05].map(SpeedText.text) == ["1×", "1.25×", "0.5×", "2×", "1.05×"])
        #expect(DelayText.text(.milliseconds(100)) == "+100 ms" && DelayText.text(.milliseconds(-100)) == "-100 ms")
        #expect(DelayText.text(.zero) == "0 ms")
    }
}
