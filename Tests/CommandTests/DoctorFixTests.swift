import Foundation
import Glibc
import OrielTestSupport
import Testing

/// `oriel doctor --fix` with a home folder of its own, and stand-ins for the desktops' programs, which keep their
/// settings in files of that folder.
@Suite(.enabled(if: Executable.isExpected("python3"), "python3 is not installed"))
struct DoctorFixTests {
    private let folder: TemporaryFolder
    private let packaging = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "packaging/gnome-shell")
    private var extensionFolder: String {
        folder.path + "/data/gnome-shell/extensions/picture-in-picture@oriel"
    }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["bin", "home", "run"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
    }

    private func standIn(_ name: String, _ text: String) throws {
        let path = "\(folder.path)/bin/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, 0o755)
    }

    /// A `gsettings` whose keys are files, with these lists at first.
    private func addSettings(enabled: String, disabled: String = "@as []") throws {
        try standIn(
            "gsettings",
            """
            #!/bin/sh
            file="\(folder.path)/home/$3"
            case $1 in get) /bin/cat "$file" ;; set) printf '%s\\n' "$4" >"$file" ;; *) exit 1 ;; esac
            """)
        for (key, value) in [
            ("enabled-extensions", enabled), ("disabled-extensions", disabled), ("disable-user-extensions", "false"),
        ] { try Data("\(value)\n".utf8).write(to: URL(filePath: "\(folder.path)/home/\(key)")) }
    }

    private func addShell(version: String) throws {
        try standIn("gnome-shell", "#!/bin/sh\necho GNOME Shell \(version)\n")
    }

    private func setting(_ key: String) throws -> String {
        try String(contentsOfFile: "\(folder.path)/home/\(key)", encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    /// Runs `oriel doctor` on a desktop to its end.
    /// - Parameter answer: what a user at a terminal types; nil for no terminal.
    private func doctor(
        _ arguments: [String], on desktop: String, answer: String? = nil
    ) throws -> (exit: ChildProcess.Exit?, output: String, error: String) {
        let environment = [
            "PATH": "\(folder.path)/bin", "HOME": "\(folder.path)/home", "XDG_DATA_HOME": "\(folder.path)/data",
            "XDG_RUNTIME_DIR": "\(folder.path)/run", "XDG_CURRENT_DESKTOP": desktop, "LANG": "C.UTF-8",
        ]
        let oriel = try Executable.built("oriel")
        let words = ["doctor"] + arguments
        let line = "'\(oriel)' \(words.joined(separator: " "))"
        let child =
            if let answer {
                // `script` gives it a terminal.
                try ChildProcess(
                    "/bin/sh",
                    ["-c", "echo \(answer) | /usr/bin/script -qec \"\(line)\" /dev/null"],
                    environment: environment.merging(["SHELL": "/bin/sh"]) { $1 })
            } else {
                try ChildProcess(oriel, words, environment: environment)
            }
        defer { child.stop() }
        let exit = child.wait(.seconds(20))
        return (exit, child.standardOutput, child.standardError)
    }

    private var hasExtension: Bool { FileManager.default.fileExists(atPath: extensionFolder) }

    @Test func theExtensionIsInstalledAndSwitchedOn() throws {
        try addShell(version: "50.5")
        try addSettings(enabled: "['a@b', 'it\\'s@c']", disabled: "['picture-in-picture@oriel', 'd@e']")
        let result = try doctor(["--fix", "--yes"], on: "ubuntu:GNOME")
        #expect(result.exit == .code(0), "\(result)")
        #expect(result.output.contains("next login"), "\(result)")
        for name in ["metadata.json", "extension.js", "programs.js"] {
            let installed = try String(contentsOfFile: "\(extensionFolder)/\(name)", encoding: .utf8)
            #expect(try installed == String(contentsOf: packaging.appending(path: name), encoding: .utf8))
        }
        #expect(try setting("enabled-extensions") == "['a@b', 'it\\'s@c', 'picture-in-picture@oriel']")
        #expect(try setting("disabled-extensions") == "['d@e']")
        // Again, it changes nothing.
        #expect(try doctor(["--fix", "--yes"], on: "GNOME").exit == .code(0))
        #expect(try setting("enabled-extensions") == "['a@b', 'it\\'s@c', 'picture-in-picture@oriel']")
    }

    @Test func nothingIsChangedWithoutAnAnswer() throws {
        try addShell(version: "50.5")
        try addSettings(enabled: "@as []")
        let refused = try doctor(["--fix"], on: "GNOME")
        #expect(refused.exit == .code(1))
        #expect(refused.error.split(separator: "\n").count == 1 && refused.error.contains("--yes"), "\(refused)")
        #expect(!hasExtension)
        let declined = try doctor(["--fix"], on: "GNOME", answer: "n")
        #expect(declined.exit == .code(0) && declined.output.contains("[y/N]"), "\(declined)")
        #expect(declined.output.contains(extensionFolder), "the user is told what would be written: \(declined)")
        #expect(!hasExtension)
        #expect(try setting("enabled-extensions") == "@as []")
        let agreed = try doctor(["--fix"], on: "GNOME", answer: "y")
        #expect(agreed.exit == .code(0), "\(agreed)")
        #expect(hasExtension)
        #expect(try setting("enabled-extensions") == "['picture-in-picture@oriel']")
    }

    /// Without a session bus, `gsettings set` may say nothing and change nothing.
    @Test func aSettingThatCanNotBeChangedLeavesNothing() throws {
        try addShell(version: "50.5")
        try addSettings(enabled: "['a@b']")
        try standIn("gsettings", "#!/bin/sh\n[ $1 = set ] || exec /bin/cat \"\(folder.path)/home/$3\"\n")
        let result = try doctor(["--fix", "--yes"], on: "GNOME")
        #expect(result.exit == .code(1) && result.error.split(separator: "\n").count == 1, "\(result)")
        #expect(result.error.contains("enabled-extensions can't be changed"), "\(result)")
        #expect(!hasExtension)
        #expect(try setting("enabled-extensions") == "['a@b']")
        // An earlier extension stays as well.
        try FileManager.default.createDirectory(atPath: extensionFolder, withIntermediateDirectories: true)
        _ = try doctor(["--fix", "--yes"], on: "GNOME")
        #expect(hasExtension)
    }

    /// It looks for its tools before it asks.
    @Test(arguments: ["GNOME", "KDE"]) func nothingIsAskedThatCanNotBeDone(desktop: String) throws {
        try addShell(version: "50.5")
        let result = try doctor(["--fix"], on: desktop, answer: "y")
        #expect(result.exit == .code(1), "\(result)")
        #expect(result.output.contains("nothing was changed") && !result.output.contains("[y/N]"), "\(result)")
        #expect(!hasExtension)
    }

    /// The report speaks of the desktop, not of system calls.
    @Test func theReportHasNoTextsOfErrno() throws {
        let report = try doctor([], on: "sway").output
        for name in ["file dialogue", "media keys", "links", "sound", "hardware decoding", "hotkeys", "sharing"] {
            #expect(report.contains(" \(name) "), "\(name): \(report)")
        }
        for number in CInt(1)...133 {
            let text = String(cString: strerror(number))
            #expect(!report.contains(text), "\(text)")
        }
    }

    @Test func theEntryThatOpensLinksIsFound() throws {
        let applications = "\(folder.path)/data/applications"
        try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
        try Data("[Desktop Entry]\nMimeType=x-scheme-handler/oriel;\n".utf8)
            .write(to: URL(filePath: "\(applications)/oriel.desktop"))
        #expect(try doctor([], on: "sway").output.contains("\(applications)/oriel.desktop isn't registered"))
        try Data("[MIME Cache]\nx-scheme-handler/oriel=oriel.desktop;\n".utf8)
            .write(to: URL(filePath: "\(applications)/mimeinfo.cache"))
        #expect(try doctor([], on: "sway").output.contains("oriel:// by \(applications)/oriel.desktop"))
    }

    @Test func anOlderGNOMEGetsTheMenuEntry() throws {
        try addShell(version: "48.2")
        try addSettings(enabled: "@as []")
        let result = try doctor(["--fix", "--yes"], on: "GNOME")
        #expect(result.exit == .code(0))
        #expect(result.output.contains("Always on Top"), "\(result)")
        #expect(!hasExtension)
    }

    @Test func settingsThatAreNotUnderstoodAreLeftAlone() throws {
        try addSettings(enabled: "what?")
        let result = try doctor(["--fix", "--yes"], on: "GNOME")
        #expect(result.exit == .code(1))
        #expect(result.error.contains("enabled-extensions"), "\(result)")
        #expect(try setting("enabled-extensions") == "what?")
    }

    @Test func doctorSaysHowItStandsWithTheExtension() throws {
        try addShell(version: "50.5")
        try addSettings(enabled: "@as []")
        #expect(try doctor([], on: "GNOME").output.contains("GNOME extension"))
        let line = try doctor([], on: "GNOME").output.split(separator: "\n").first { $0.contains("GNOME extension") }
        #expect(line?.hasSuffix("missing") == true, "\(line ?? "")")
        _ = try doctor(["--fix", "--yes"], on: "GNOME")
        let later = try doctor([], on: "GNOME").output.split(separator: "\n").first { $0.contains("GNOME extension") }
        #expect(later?.hasSuffix("off") == true, "\(later ?? "")")
        try Data("{}".utf8).write(to: URL(filePath: "\(extensionFolder)/metadata.json"))
        let old = try doctor([], on: "GNOME").output
        #expect(old.contains("of another version"), "\(old)")
        #expect(!(try doctor([], on: "sway").output.contains("GNOME")))
    }

    @Test func theWindowRuleIsAddedToTheOthersOnce() throws {
        // KConfig's programs, as far as they are used here.
        let program = """
            #!/usr/bin/python3
            import configparser, os, sys
            path = "\(folder.path)/home/kwinrulesrc"
            file, group, key = sys.argv[2], sys.argv[4], sys.argv[6]
            rules = configparser.RawConfigParser(delimiters="=")
            rules.optionxform = str
            rules.read(path)
            if "write" in sys.argv[0]:
                if not rules.has_section(group): rules.add_section(group)
                rules.set(group, key, sys.argv[7])
                with open(path, "w") as output: rules.write(output, space_around_delimiters=False)
            else:
                print(rules.get(group, key, fallback=""))
            """
        try standIn("kreadconfig6", program)
        try standIn("kwriteconfig6", program)
        try Data("[General]\ncount=1\nrules=mine\n\n[mine]\nDescription=Mine\n".utf8)
            .write(to: URL(filePath: "\(folder.path)/home/kwinrulesrc"))
        let result = try doctor(["--fix", "--yes"], on: "KDE")
        #expect(result.exit == .code(0), "\(result)")
        let rules = try setting("kwinrulesrc")
        let identifier = "c1b8ae60-5a2e-4f0c-9d55-6f7269656c70"
        #expect(rules.contains("count=2\nrules=mine,\(identifier)"), "\(rules)")
        #expect(rules.contains("[mine]\nDescription=Mine"), "\(rules)")
        for keys in ["title=Picture-in-Picture\ntitlematch=1", "layer=overlay\nlayerrule=2"] {
            #expect(rules.contains(keys), "\(rules)")
        }
        let again = try doctor(["--fix", "--yes"], on: "KDE")
        #expect(again.output.contains("on"))
        #expect(try setting("kwinrulesrc") == rules)
    }

    @Test func aDesktopWithoutNeedsIsLeftAlone() throws {
        let result = try doctor(["--fix", "--yes"], on: "sway")
        #expect(result.exit == .code(0) && result.output.hasPrefix("nothing to fix"), "\(result)")
        #expect(try doctor(["--yes"], on: "sway").exit == .code(64))
        let missing = try doctor(["--fix", "--yes"], on: "KDE")
        #expect(missing.exit == .code(1) && missing.error.contains("kwriteconfig6"), "\(missing)")
    }
}
