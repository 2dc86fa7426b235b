import Foundation
import Oriel
import OrielCommand
import OrielTestSupport
import OrielWindows
import Testing

/// The manual pages that `oriel manual` prints.
struct ManualTests {
    private static let documents = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs")

    private static func document(_ name: String) throws -> String {
        try String(contentsOf: documents.appending(path: name), encoding: .utf8)
    }

    @Test(
        .enabled(if: Executable.isExpected("mandoc"), "mandoc is not installed"), arguments: ManualPage.allCases)
    func mandocFindsNothing(page: ManualPage) throws {
        let folder = try TemporaryFolder()
        try page.source.write(toFile: folder.path + "/" + page.rawValue, atomically: true, encoding: .utf8)
        // Pages that refer to each other are looked for where they are installed; here they aren't.
        let lint = try ChildProcess("mandoc", ["-T", "lint", "-W", "warning", folder.path + "/" + page.rawValue])
        #expect(lint.wait(.seconds(10)) == .code(0), "\(lint.standardOutput) \(lint.standardError)")
        let style = try ChildProcess("mandoc", ["-T", "lint", folder.path + "/" + page.rawValue])
        _ = style.wait(.seconds(10))
        let findings = style.standardOutput.split(separator: "\n").filter {
            !$0.contains("referenced manual not found")
        }
        #expect(findings == [])
    }

    @Test(
        .enabled(if: Executable.isExpected("man"), "man is not installed"), arguments: ManualPage.allCases,
        ["C", "C.UTF-8"])
    func manWarnsOfNothing(page: ManualPage, locale: String) throws {
        let folder = try TemporaryFolder()
        try page.source.write(toFile: folder.path + "/" + page.rawValue, atomically: true, encoding: .utf8)
        let man = try ChildProcess(
            "man", ["--warnings=w", "--local-file", folder.path + "/" + page.rawValue],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": locale, "MANWIDTH": "80", "MANPAGER": "cat"])
        #expect(man.wait(.seconds(20)) == .code(0))
        #expect(man.standardError == "")
        #expect(man.standardOutput.contains("DESCRIPTION") && man.standardOutput.contains("SEE ALSO"))
    }

    /// Words that are names of macros are words, and texts stand apart from the lists and examples before them.
    @Test func pagesReadAsTheyAreMeant() {
        let keys = ManualPage.keys.source
        #expect(keys.contains("\n.Ss \\&In a window\n") && keys.contains("\n.El\n.Pp\nTab and Shift+Tab"))
        #expect(ManualPage.program.source.contains("\n.Ed\n.Pp\nOn Plasma"))
        #expect(ManualPage.program.source.contains("\n.It Fl \\-tls\\-verify , Fl \\-no\\-tls\\-verify\n"))
        #expect(ManualPage.configuration.source.contains("\n\n[pip]\n"))
    }

    /// The page has every command and option that `--help` shows.
    @Test func theProgramsPageHasEveryCommand() throws {
        let page = ManualPage.program.source
        for name in ["play", "toggle", "swap", "seek", "status", "doctor", "bind"] {
            #expect(page.contains("\n.Nm oriel Cm \(name)\n"), "\(name)")
        }
        #expect(page.contains("\n.It Fl \\-no\\-controls\n"))
        #expect(!page.contains("Cm manual"))
        // A hyphen of an option can be copied from the page; one in a word is a hyphen.
        #expect(page.contains("Same as \\-\\-list, in random order.") && page.contains("double-click"))
        #expect(page.contains("oriel://open"))
    }

    @Test func theExamplesAreUnderstood() {
        for example in ProgramManual.examples {
            #expect(UsageLine.complaint(about: example.arguments) == nil, "\(example)")
        }
        #expect(Configuration.read(ConfigurationManual.example, file: "example").warnings == [])
    }

    @Test func theDocumentHasEverySetting() throws {
        let document = try Self.document("configuration.md")
        for setting in ConfigurationSetting.all {
            #expect(
                document.contains("`\(setting.name)`") || document.contains("`\(setting.name) ="), "\(setting.name)")
            #expect(ManualPage.configuration.source.contains("\n.It Ic \(setting.name)\n"))
        }
    }

    @Test func theDocumentHasEveryActionAndGesture() throws {
        let document = try Self.document("keys.md")
        for action in PlayerAction.allCases {
            #expect(document.contains("`\(action.rawValue)`"), "\(action)")
            #expect(!KeyBindings.standard.chords(of: action).isEmpty, "\(action)")
            for chord in KeyBindings.standard.chords(of: action) {
                #expect(!chord.label.isEmpty && !chord.label.contains("_") || chord.key == "underscore", "\(chord)")
            }
        }
        for gesture in KeysManual.windowGestures + KeysManual.overlayGestures {
            #expect(document.contains("| \(gesture.gesture) | \(gesture.effect) |"), "\(gesture)")
        }
    }
}
