import Foundation
import Glibc
import OrielTestSupport
import Testing

/// Scripts that install things, with stand-ins for the programs that would change this machine.
struct ScriptTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func standIn(_ name: String, _ text: String) throws {
        let bin = try folder.subfolder("bin")
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: "\(bin)/\(name)"))
        chmod("\(bin)/\(name)", 0o755)
    }

    private func run(
        _ script: String, _ arguments: [String] = [], _ variables: [String: String] = [:]
    ) throws -> (exit: ChildProcess.Exit?, output: String, error: String) {
        var environment = [
            "PATH": "\(folder.path)/bin:/usr/bin:/bin", "HOME": try folder.subfolder("home"), "LANG": "C.UTF-8",
        ]
        environment.merge(variables) { $1 }
        let child = try ChildProcess("\(Self.root)/scripts/\(script)", arguments, environment: environment)
        defer { child.stop() }
        let exit = child.wait(.seconds(20))
        return (exit, child.standardOutput, child.standardError)
    }

    /// Stand-ins for a machine on which nothing is installed: apt-get fails, and what it was to install is known.
    private func bareMachine() throws {
        try standIn("id", "echo 0")
        try standIn("swift", "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'")
        try standIn("dpkg-query", "exit 1")
        try standIn("apt-get", "echo \"$*\" >>'\(folder.path)/apt'; [ \"$1\" = update ]")
    }

    private var installed: [String] {
        get throws {
            try String(contentsOfFile: "\(folder.path)/apt", encoding: .utf8).split(whereSeparator: \.isWhitespace)
                .map { String($0) }
        }
    }

    @Test func eachScriptOfAPersonSaysWhatItDoes() throws {
        let folder = URL(filePath: "\(Self.root)/scripts")
        let scripts = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.isRegularFileKey]
        ).filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }.map(\.lastPathComponent)
        #expect(scripts.count <= 10, "\(scripts.sorted())")
        for script in scripts {
            let result = try run(script, ["--help"])
            #expect(result.exit == .code(0) && result.output.contains("scripts/\(script)"), "\(script): \(result)")
        }
    }

    /// Players that die or show nothing, and a compositor that ends, are stand-ins there.
    @Test(.enabled(if: Executable.isExpected("python3"), "python3 is not installed"))
    func theComparisonOfPlayersReportsBadRuns() throws {
        let child = try ChildProcess("python3", ["-W", "ignore", "\(Self.root)/Benchmarks/players/tests.py"])
        defer { child.stop() }
        #expect(child.wait(.seconds(120)) == .code(0), "\(child.standardError)")
    }

    @Test func packagesAreBuiltOnlyWithTheirTools() throws {
        try bareMachine()
        let result = try run("package")
        #expect(result.exit == .code(1), "\(result)")
        #expect(try installed.contains("debootstrap") && installed.contains("rsync"), "\(result)")
    }

    @Test func anOldToolchainIsRefusedAtOnce() throws {
        try bareMachine()
        try standIn("swift", "echo 'Swift version 6.2.3 (swift-6.2.3-RELEASE)'")
        let result = try run("package")
        #expect(result.exit == .code(1) && result.error.contains("6.3"), "\(result)")
        #expect(throws: (any Error).self) { try installed }
    }

    /// The demo plays; it tests nothing.
    @Test(arguments: [[:], ["WAYLAND_DISPLAY": "wayland-9"]]) func theDemoInstallsWhatItRuns(
        variables: [String: String]
    ) throws {
        try bareMachine()
        let result = try run("demo", ["\(folder.path)/demo"], variables)
        #expect(result.exit != .code(0), "\(result)")
        let installed = try installed
        #expect(installed.contains("ffmpeg") && installed.contains("libwayland-dev"), "\(installed)")
        #expect(installed.contains("phoc") == variables.isEmpty, "\(installed)")
        for needless in ["valac", "libgtk-4-dev", "abigail-tools", "libva-dev", "xdg-desktop-portal", "mpv", "weston"] {
            #expect(!installed.contains(needless))
        }
    }

    /// A program that says how it was called, and an installation of it in a folder.
    private func install(in target: String) throws -> (entry: String, data: String) {
        try standIn(
            "player",
            """
            echo "$*" >>'\(folder.path)/calls'
            case $1 in
            manual) echo '{"date": "", "keys": [], "tables": [], "settings": []}' ;;
            --experimental-dump-help) echo '{"command": {"subcommands": []}}' ;;
            esac
            """)
        let data = try folder.subfolder("data")
        let result = try run(
            "install", [target],
            ["ORIEL_SETUP": "none", "ORIEL_PROGRAM": "\(folder.path)/bin/player", "XDG_DATA_HOME": data])
        #expect(result.exit == .code(0), "\(result)")
        return ("\(data)/applications/oriel.desktop", data)
    }

    @Test(
        .enabled(if: Executable.isExpected("gio"), "gio is not installed"),
        .enabled(if: Executable.isExpected("desktop-file-validate"), "desktop-file-validate is not installed"),
        arguments: ["plain", "a b", "R&D #1", "100%", "%f", "it's", "a$b`c\"d", "back\\slash", "é"])
    func theEntryStartsTheProgramOfAnyFolder(name: String) throws {
        let entry = try install(in: "\(folder.path)/\(name)").entry
        let check = try ChildProcess("desktop-file-validate", [entry])
        #expect(check.wait(.seconds(10)) == .code(0), "\(check.standardOutput)")
        let calls = "\(folder.path)/calls"
        try? FileManager.default.removeItem(atPath: calls)
        let start = try ChildProcess(
            "gio", ["launch", entry, "/film one.mkv"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8"])
        #expect(start.wait(.seconds(10)) == .code(0), "\(start.standardError)")
        let call = "play --list --on-failure window -- /film one.mkv\n"
        let isCalled = wait(.seconds(10)) { (try? String(contentsOfFile: calls, encoding: .utf8)) == call }
        #expect(isCalled)
    }

    @Test func anUninstallationLeavesNothing() throws {
        let (_, data) = try install(in: "\(folder.path)/a b")
        let before = files(in: data)
        #expect(before.count >= 9, "\(before)")
        let result = try run("install", ["--uninstall", "\(folder.path)/a b"], ["XDG_DATA_HOME": data])
        #expect(result.exit == .code(0), "\(result)")
        #expect(files(in: data).filter { !$0.hasSuffix("/mimeinfo.cache") } == [])
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/a b/oriel"))
        // Again, and a wrong option.
        #expect(try run("install", ["--uninstall", "\(folder.path)/a b"], ["XDG_DATA_HOME": data]).exit == .code(0))
        #expect(try run("install", ["--remove"], ["XDG_DATA_HOME": data]).exit == .code(64))
    }

    private func files(in folder: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.map { "\(folder)/\($0)" }.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    /// The package has the documents for users and no others.
    @Test func thePackagesDocumentsAreThoseForUsers() throws {
        let list = try String(contentsOfFile: "\(Self.root)/docs/README.md", encoding: .utf8)
        let users = try #require(list.firstRange(of: "## For users"))
        let authors = try #require(list.firstRange(of: "## For authors"))
        let named = Set(
            list[users.upperBound..<authors.lowerBound].matches(of: /\]\(([a-z-]+\.md)\)/).map {
                "docs/\($0.1)"
            })
        let packaged = Set(
            try String(contentsOfFile: "\(Self.root)/packaging/debian/oriel.docs", encoding: .utf8)
                .split(separator: "\n").map { String($0) })
        #expect(packaged == named.union(["README.md", "docs/pictures"]))
        for path in packaged { #expect(FileManager.default.fileExists(atPath: "\(Self.root)/\(path)"), "\(path)") }
    }
}
