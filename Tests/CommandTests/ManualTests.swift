import Foundation
import Oriel
import OrielCommand
import OrielTestSupport
import OrielWindows
import Testing

/// The manual pages that scripts/parts/manual prints.
struct ManualTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let pages = ["oriel.1", "oriel.toml.5", "oriel-keys.7"]

    private static func document(_ name: String) throws -> String {
        try String(contentsOf: root.appending(path: "docs/" + name), encoding: .utf8)
    }

    private static func page(_ name: String) throws -> String {
        let script = root.appending(path: "scripts/parts/manual").path
        let python = try ChildProcess("python3", [script, try Executable.built("oriel"), name])
        #expect(python.wait(.seconds(30)) == .code(0), "\(python.standardError)")
        return python.standardOutput
    }

    /// Returns the lines of the examples at the end of a page.
    private static func examples(of page: String) throws -> [String] {
        let section = try #require(try Self.page(page).split(separator: "\n.Sh EXAMPLES\n").last)
        let text = section.replacing("\\-", with: "-")
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    @Test(
        .enabled(if: Executable.isExpected("mandoc"), "mandoc is not installed"), arguments: pages)
    func mandocFindsNothing(page: String) throws {
        let folder = try TemporaryFolder()
        try Self.page(page).write(toFile: folder.path + "/" + page, atomically: true, encoding: .utf8)
        // Pages that refer to each other are looked for where they are installed; here they aren't.
        let lint = try ChildProcess("mandoc", ["-T", "lint", "-W", "warning", folder.path + "/" + page])
        #expect(lint.wait(.seconds(10)) == .code(0), "\(lint.standardOutput) \(lint.standardError)")
        let style = try ChildProcess("mandoc", ["-T", "lint", folder.path + "/" + page])
        _ = style.wait(.seconds(10))
        let findings = style.standardOutput.split(separator: "\n").filter {
            !$0.contains("referenced manual not found")
        }
        #expect(findings == [])
    }

    @Test(
        .enabled(if: Executable.isExpected("man"), "man is not installed"), arguments: pages,
        ["C", "C.UTF-8"])
    func manWarnsOfNothing(page: String, locale: String) throws {
        let folder = try TemporaryFolder()
        try Self.page(page).write(toFile: folder.path + "/" + page, atomically: true, encoding: .utf8)
        let man = try ChildProcess(
            "man", ["--warnings=w", "--local-file", folder.path + "/" + page],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": locale, "MANWIDTH": "80", "MANPAGER": "cat"])
        #expect(man.wait(.seconds(20)) == .code(0))
        #expect(man.standardError == "")
        #expect(man.standardOutput.contains("DESCRIPTION") && man.standardOutput.contains("SEE ALSO"))
    }

    /// Words that are names of macros are words, and texts stand apart from the lists and examples before them.
    @Test func pagesReadAsTheyAreMeant() throws {
        let keys = try Self.page("oriel-keys.7")
        let program = try Self.page("oriel.1")
        #expect(keys.contains("\n.Ss \\&In a window\n") && keys.contains("\n.El\n.Pp\nTab and Shift+Tab"))
        #expect(program.contains("\n.Ed\n.Pp\nOn Plasma"))
        #expect(program.contains("\n.It Fl \\-tls\\-verify , Fl \\-no\\-tls\\-verify\n"))
        #expect(try Self.page("oriel.toml.5").contains("\n\n[pip]\n"))
    }

    /// The page has every command and option that `--help` shows.
    @Test func theProgramsPageHasEveryCommand() throws {
        let page = try Self.page("oriel.1")
        for name in ["play", "toggle", "swap", "seek", "status", "doctor", "bind"] {
            #expect(page.contains("\n.Nm oriel Cm \(name)\n"), "\(name)")
        }
        #expect(page.contains("\n.It Fl \\-no\\-controls\n"))
        #expect(!page.contains("Cm manual"))
        // A hyphen of an option can be copied from the page; one in a word is a hyphen.
        #expect(page.contains("Same as \\-\\-list, in random order.") && page.contains("double-click"))
        #expect(page.contains("oriel://open"))
    }

    @Test func theExamplesAreUnderstood() throws {
        let commands = try Self.examples(of: "oriel.1").filter { $0.hasPrefix("$ oriel ") }
        #expect(commands.count == 8)
        for command in commands {
            #expect(UsageLine.complaint(about: command.split(separator: " ").dropFirst(2).map(String.init)) == nil)
        }
        let lines = try Self.examples(of: "oriel.toml.5").drop { $0 != "[keys]" }.prefix { $0 != ".Ed" }
        #expect(lines.count > 10)
        #expect(Configuration.read(lines.joined(separator: "\n"), file: "example").warnings == [])
    }

    @Test func theDocumentHasEverySetting() throws {
        let document = try Self.document("configuration.md")
        let page = try Self.page("oriel.toml.5")
        for setting in ConfigurationSetting.all {
            #expect(
                document.contains("`\(setting.name)`") || document.contains("`\(setting.name) ="), "\(setting.name)")
            #expect(page.contains("\n.It Ic \(setting.name)\n"))
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
        let page = try Self.page("oriel-keys.7")
        #expect(page.contains("\n.It Double click or tap\nfull screen and back\n"))
        #expect(page.contains("\n.It Double click or tap\nbrings it back into its window\n"))
    }
}
