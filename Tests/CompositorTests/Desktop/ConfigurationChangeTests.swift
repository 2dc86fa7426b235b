import Foundation
import OrielTestSupport
import OrielWaylandProtocols
import Testing

/// Players that follow a configuration file which changes while they run.
@Suite struct ConfigurationChangeTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/oriel/config.toml" }
    private var environment: [String: String] { ["XDG_CONFIG_HOME": folder.path] }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, options: Data.WritingOptions = []) throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/oriel", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path), options: options)
    }

    /// Runs `oriel config`.
    @discardableResult
    private func config(_ arguments: String..., expecting status: Int32 = 0) throws -> ChildProcess {
        let command = try ChildProcess(
            Executable.built("oriel"), ["config"] + arguments, environment: environment)
        #expect(command.wait(.seconds(20)) == .code(status), "\(arguments): \(command.standardError)")
        return command
    }

    private func isOpaque(_ session: FakeSession, to opacity: Double) -> Bool {
        session.fake.shows { $0.role == .layer && $0.isMapped && abs($0.opacity - opacity) < 0.001 }
    }

    @Test func theCommandWritesAndPrintsTheFile() throws {
        try config("set", "pip.opacity", "0.8")
        try config("set", "keys.swap", "w", "Ctrl+s")
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "[pip]\nopacity = 0.8\n\n[keys]\nswap = [\"w\", \"Ctrl+s\"]\n")
        #expect(try config("get", "pip.opacity").standardOutput == "0.8\n")
        let all = try config("get").standardOutput
        #expect(all.contains("\nkeys.swap = w Ctrl+s\n") || all.hasPrefix("keys.swap = w Ctrl+s\n"))
        #expect(all.contains("\npip.corner = bottom-right\n"))
        try write("[pip\n")
        for arguments in [["get", "pip.snap"], ["set", "pip.snap", "true"]] {
            let command = try ChildProcess(
                Executable.built("oriel"), ["config"] + arguments, environment: environment)
            #expect(command.wait(.seconds(20)) == .code(1))
            #expect(command.standardError.hasPrefix("oriel: config: \(path):"), "\(command.standardError)")
            #expect(command.standardError.split(separator: "\n").count == 1, "\(command.standardError)")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "[pip\n")
    }

    /// The folder is missing at the start; then the file is made, written in place, replaced, broken, repaired and
    /// removed.
    @Test func anOverlayFollowsEachKindOfChange() throws {
        let session = try FakeSession(["--pip", "--loop"], environment: environment)
        defer { session.stop() }
        _ = try session.shown(.layer)
        try config("set", "pip.opacity", "0.5")
        #expect(isOpaque(session, to: 0.5))
        try write("[pip]\nopacity = 0.6\n")
        #expect(isOpaque(session, to: 0.6))
        try write("[pip]\nopacity = 0.7\n", options: .atomic)
        #expect(isOpaque(session, to: 0.7))
        // A broken file and a wrong line are reported once each.
        try write("[pip\nopacity = 0.3\n")
        #expect(
            wait(FakeSession.limit) { session.player.standardError.contains("the former settings stay") },
            "\(session.player.standardError)")
        try write("[pip]\nopacity = 0.4\nsnap = 3\n")
        #expect(isOpaque(session, to: 0.4))
        #expect(wait(FakeSession.limit) { session.player.standardError.contains("pip.snap: must be true or false") })
        try config("set", "pip.opacity", "0.9")
        #expect(isOpaque(session, to: 0.9))
        try FileManager.default.removeItem(atPath: path)
        #expect(isOpaque(session, to: 1))
        let lines = session.player.standardError.split(separator: "\n").filter { $0.contains("config.toml") }
        #expect(lines.count == 2, "\(lines)")
    }

    /// As for a user who has no `~/.config` yet.
    @Test func severalMissingFoldersAreNoHindrance() throws {
        let environment = ["XDG_CONFIG_HOME": folder.path + "/a/b"]
        let session = try FakeSession(["--pip", "--loop"], environment: environment)
        defer { session.stop() }
        _ = try session.shown(.layer)
        let command = try ChildProcess(
            Executable.built("oriel"), ["config", "set", "pip.opacity", "0.5"], environment: environment)
        #expect(command.wait(.seconds(20)) == .code(0), "\(command.standardError)")
        #expect(isOpaque(session, to: 0.5))
        try FileManager.default.removeItem(atPath: folder.path + "/a")
        #expect(isOpaque(session, to: 1))
    }

    /// The target of a symbolic link in a folder of the user's own files.
    @Test func aLinksTargetIsFollowed() throws {
        let target = folder.path + "/mine.toml"
        try Data("[pip]\nopacity = 0.5\n".utf8).write(to: URL(filePath: target))
        try FileManager.default.createDirectory(atPath: folder.path + "/oriel", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        let session = try FakeSession(["--pip", "--loop"], environment: environment)
        defer { session.stop() }
        #expect(isOpaque(session, to: 0.5))
        try Data("[pip]\nopacity = 0.7\n".utf8).write(to: URL(filePath: target))
        #expect(isOpaque(session, to: 0.7))
        #expect(try config("set", "pip.opacity", "1", expecting: 1).standardError.contains("is a symbolic link"))
    }

    /// The next overlay begins in the new corner, although the last one was elsewhere.
    @Test func theNextOverlayBeginsInTheNewCorner() throws {
        let session = try FakeSession(["--pip", "--loop"], environment: environment)
        defer { session.stop() }
        let first = try session.shown(.layer)
        try config("set", "pip.corner", "top-left")
        try config("set", "pip.opacity", "0.5")
        #expect(isOpaque(session, to: 0.5))
        #expect(first.anchor.rawValue & 1 == 0)
        try session.run("toggle")
        _ = try session.shown(.toplevel)
        try session.run("toggle")
        let next = try session.shown(.layer, after: first.number)
        #expect(next.anchor.rawValue & 1 == 1, "\(next)")
    }

    @Test func keysAndOptionsOfTheCommandLine() throws {
        try write("[subtitles]\nscale = 2\n")
        let session = try FakeSession(["--pip", "--loop", "--corner", "top-left"], environment: environment)
        defer { session.stop() }
        let overlay = try session.shown(.layer)
        #expect(overlay.anchor.rawValue & 1 == 1)
        // The option stays above the file.
        try write("[pip]\ncorner = \"bottom-right\"\nopacity = 0.5\n[keys]\nquit = \"x\"\n")
        #expect(isOpaque(session, to: 0.5))
        try session.run("toggle")
        let window = try session.shown(.toplevel)
        try session.run("toggle")
        let next = try session.shown(.layer, after: overlay.number)
        #expect(next.anchor.rawValue & 1 == 1, "\(next)")
        try session.run("toggle")
        let again = try session.shown(.toplevel, after: window.number)
        session.fake.focusKeyboard(on: again.number)
        session.fake.press("x")
        #expect(session.player.wait(FakeSession.limit) == .code(0), "\(session.player.standardError)")
    }
}
