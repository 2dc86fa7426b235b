import Foundation
import OrielTestSupport
import Testing

/// The program in its user's language.
struct TranslationTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// `po/oriel.pot` has the code's texts. Each translation is nine tenths complete, and has the places of its texts.
    @Test func translationsAreThoseOfTheCode() throws {
        let check = try ChildProcess(
            Self.project.appending(path: "scripts/parts/messages").path, ["--check"],
            environment: Executable.environment)
        #expect(check.wait(.seconds(60)) == .code(0), "\(check.standardError)")
    }

    /// Runs the program installed beside a translation into a made-up language.
    private func output(
        _ arguments: [String] = ["status", "--help"], translation: [UInt8], language: String,
        locale: String = "C.UTF-8", exit: ChildProcess.Exit = .code(0)
    ) throws -> String {
        let folder = try TemporaryFolder()
        let messages = "\(folder.path)/share/locale/qq/LC_MESSAGES"
        try FileManager.default.createDirectory(atPath: messages, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.path + "/bin", withIntermediateDirectories: true)
        try Data(translation).write(to: URL(filePath: messages + "/oriel.mo"))
        try Executable.place(Executable.built("oriel"), at: folder.path + "/bin/oriel")
        let program = try ChildProcess(
            folder.path + "/bin/oriel", arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "LC_ALL": locale, "LANGUAGE": language, "COLUMNS": "200",
                "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path,
            ])
        #expect(program.wait(.seconds(20)) == exit, "\(program.standardError)")
        return program.standardOutput
    }

    private func translation() throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let text = """
            msgid ""
            msgstr "Content-Type: text/plain; charset=UTF-8\\n"
            msgid "Print JSON."
            msgstr "Ðŕuçķ ĴŜÖŃ."
            msgid "web pages"
            msgstr "ŵéb þåģéš"
            msgid "no player is running"
            msgstr "ńö þĺáÿéŕ"
            """
        try text.write(toFile: folder.path + "/qq.po", atomically: true, encoding: .utf8)
        let maker = try ChildProcess(
            "msgfmt", ["-o", folder.path + "/qq.mo", folder.path + "/qq.po"], environment: Executable.environment)
        try #require(maker.wait(.seconds(20)) == .code(0), "\(maker.standardError)")
        return try Array(Data(contentsOf: URL(filePath: folder.path + "/qq.mo")))
    }

    @Test func helpIsInTheUsersLanguage() throws {
        let translation = try translation()
        let text = try output(translation: translation, language: "qq")
        #expect(text.contains("Ðŕuçķ ĴŜÖŃ.") && !text.contains("Print JSON."))
        // The rest is English.
        #expect(text.contains("--json"))
        #expect(try output(translation: translation, language: "").contains("Print JSON."))
        #expect(try output(translation: translation, language: "qq", locale: "C").contains("Print JSON."))
        #expect(try output(translation: translation, language: "qq", locale: "no_SUCH.UTF-8").contains("Print JSON."))
    }

    /// JSON and the log are English in every language.
    @Test func jsonStaysAsItIs() throws {
        let translation = try translation()
        let text = try output(["doctor"], translation: translation, language: "qq", exit: .code(1))
        #expect(text.contains("ŵéb þåģéš"), "\(text)")
        let json = try output(["doctor", "--json"], translation: translation, language: "qq", exit: .code(1))
        #expect(json.contains("\"web pages\""), "\(json)")
        #expect(try output(["status"], translation: translation, language: "qq") == "ńö þĺáÿéŕ\n")
        #expect(try output(["status", "--json"], translation: translation, language: "qq").hasPrefix("{"))
    }

    /// A file that is no translation, or one that is cut off, leaves the texts English.
    @Test(arguments: [0, 3, 28, 60, -1]) func aDamagedTranslationIsNone(length: Int) throws {
        let whole = try translation()
        let damaged =
            length < 0 ? (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 >> 2) } : Array(whole.prefix(length))
        #expect(try output(translation: damaged, language: "qq").contains("Print JSON."))
    }
}
