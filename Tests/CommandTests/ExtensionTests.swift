import Foundation
import OrielCommand
import OrielTestSupport
import Testing

/// The extension's decisions, in gjs without a browser, and its files.
struct ExtensionTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Extension")

    @Test(.enabled(if: Executable.isExpected("gjs"), "gjs is not installed")) func theDecisionsHold() throws {
        let test = Self.folder.deletingLastPathComponent().appending(path: "Tests/Extension/decide.test.mjs")
        let child = try ChildProcess("gjs", ["-m", test.path], environment: Executable.environment)
        #expect(child.wait(.seconds(60)) == .code(0), "\(child.standardError)")
        let lines = (child.standardOutput + child.standardError).split(separator: "\n")
        #expect(lines.count { $0.contains("passed: ") } == 10)
    }

    /// The files that Debian's package has, for its program.
    @Test(arguments: [("firefox", Browser.Engine.firefox), ("chromium", .chromium)])
    func theMachinesFilesAreThoseThatInstallWrites(name: String, engine: Browser.Engine) throws {
        let file = Self.folder.deletingLastPathComponent().appending(path: "packaging/browser/\(name).json")
        #expect(try Data(contentsOf: file) == BrowserManifest("/usr/bin/oriel", for: engine).text)
    }

    private struct Manifest: Decodable {
        let version: String
        let key: String
        let permissions: [String]
        let browserSpecificSettings: Settings

        struct Settings: Decodable { let gecko: Gecko }
        struct Gecko: Decodable { let id: String }

        enum CodingKeys: String, CodingKey {
            case version, key, permissions
            case browserSpecificSettings = "browser_specific_settings"
        }
    }

    @Test func itsNamesAreThoseThatMayStartTheProgram() throws {
        let manifest = try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: Self.folder.appending(path: "manifest.json")))
        #expect(manifest.browserSpecificSettings.gecko.id == BrowserManifest.firefox)
        // Chromium's name is the beginning of the key's SHA-256, in letters.
        let folder = try TemporaryFolder()
        let key = folder.path + "/key"
        try #require(Data(base64Encoded: manifest.key)).write(to: URL(filePath: key))
        let child = try ChildProcess("sha256sum", [key], environment: Executable.environment)
        #expect(child.wait(.seconds(10)) == .code(0))
        let letters = child.standardOutput.prefix(32).compactMap { $0.hexDigitValue }.map {
            Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8($0)))
        }
        #expect(String(letters) == BrowserManifest.chromium)
        #expect(manifest.permissions == ["activeTab", "contextMenus", "nativeMessaging", "scripting"])
    }

    private struct Text: Decodable { let message: String }

    private func texts(_ language: String) throws -> [String: Text] {
        try JSONDecoder().decode(
            [String: Text].self,
            from: Data(contentsOf: Self.folder.appending(path: "_locales/\(language)/messages.json")))
    }

    @Test(arguments: ["ar", "de", "es", "fr", "ja"]) func aTranslationHasEveryTextWithItsPlaces(language: String) throws
    {
        let (english, translated) = (try texts("en"), try texts(language))
        #expect(Set(english.keys) == Set(translated.keys))
        for (name, text) in translated {
            #expect(!text.message.isEmpty && text.message.contains("$1") == english[name]?.message.contains("$1"))
        }
        // The browsers' shops refuse longer ones.
        #expect(try #require(translated["description"]).message.count <= 132)
    }

    @Test func everyTextIsThere() throws {
        let texts = try texts("en")
        let scripts = try ["background.js", "decide.mjs", "manifest.json"].map {
            try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8)
        }.joined()
        for name in texts.keys {
            #expect(scripts.contains("\"\(name)\"") || scripts.contains("__MSG_\(name)__"), "\(name) is unused")
        }
    }
}

/// `oriel browser` with a home folder of its own.
struct BrowserCommandTests {
    private let folder: TemporaryFolder
    private var home: String { folder.path + "/home" }
    private var firefox: String { home + "/.mozilla/native-messaging-hosts/org.oriel.oriel.json" }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["bin", "home/.mozilla", "home/.config/chromium"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
    }

    private func oriel(_ arguments: [String]) throws -> (exit: ChildProcess.Exit?, output: String, error: String) {
        let environment = ["PATH": "\(folder.path)/bin", "HOME": home, "LANG": "C.UTF-8"]
        let child = try ChildProcess(Executable.built("oriel"), arguments, environment: environment)
        defer { child.stop() }
        let exit = child.wait(.seconds(20))
        return (exit, child.standardOutput, child.standardError)
    }

    @Test func browsersThatAreFoundAreConnected() throws {
        let result = try oriel(["browser", "install"])
        #expect(result.exit == .code(0) && result.output.split(separator: "\n").count == 2, "\(result)")
        let manifest = try #require(BrowserManifest(Data(contentsOf: URL(filePath: firefox))))
        let program = try Executable.built("oriel")
        #expect(manifest == BrowserManifest(program, for: .firefox))
        let chromium = home + "/.config/chromium/NativeMessagingHosts/org.oriel.oriel.json"
        let other = try #require(BrowserManifest(Data(contentsOf: URL(filePath: chromium))))
        #expect(other.allowedOrigins == ["chrome-extension://\(BrowserManifest.chromium)/"])
        #expect(try oriel(["browser"]).output == "Firefox: connected\nChromium: connected\n")
        #expect(try oriel(["browser", "install"]).output.contains("connected before"))

        #expect(try oriel(["browser", "remove"]).output.split(separator: "\n").count == 2)
        #expect(!FileManager.default.fileExists(atPath: firefox))
        #expect(try oriel(["browser", "status"]).output == "Firefox: not connected\nChromium: not connected\n")
    }

    @Test(arguments: [#"{"name": "org.other", "description": "", "path": "/a", "type": "stdio"}"#, "{", ""])
    func theFileOfAnotherProgramStays(text: String) throws {
        try FileManager.default.createDirectory(
            at: URL(filePath: firefox).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: firefox))
        let result = try oriel(["browser", "install"])
        #expect(result.exit == .code(1) && result.error.contains("is of another program"), "\(result)")
        #expect(result.output.contains("Chromium: connected"), "\(result)")
        _ = try oriel(["browser", "remove"])
        #expect(try String(contentsOfFile: firefox, encoding: .utf8) == text)
        #expect(try oriel(["browser"]).output.contains("Firefox: \(firefox) is of another program"))
    }

    @Test func anOldFileIsReplacedAndSaid() throws {
        try FileManager.default.createDirectory(
            at: URL(filePath: firefox).deletingLastPathComponent(), withIntermediateDirectories: true)
        try BrowserManifest("/opt/old/oriel", for: .firefox).text.write(to: URL(filePath: firefox))
        #expect(try oriel(["browser"]).output.contains("names /opt/old/oriel, which isn't there"))
        #expect(try oriel(["browser", "install"]).output.contains("which named /opt/old/oriel"))
    }

    @Test func aNewFirefoxIsFoundByItsFolder() throws {
        for name in [".mozilla", ".config/chromium"] { try FileManager.default.removeItem(atPath: "\(home)/\(name)") }
        try FileManager.default.createDirectory(atPath: home + "/.config/mozilla", withIntermediateDirectories: true)
        #expect(try oriel(["browser", "install"]).exit == .code(0))
        let manifest = try #require(BrowserManifest(Data(contentsOf: URL(filePath: firefox))))
        #expect(manifest.allowedExtensions == [BrowserManifest.firefox])
    }

    @Test func withoutABrowserThereIsALine() throws {
        for name in [".mozilla", ".config"] { try FileManager.default.removeItem(atPath: "\(home)/\(name)") }
        let result = try oriel(["browser", "install"])
        #expect(result.exit == .code(1) && result.error.contains("no browser is found"), "\(result)")
        #expect(try oriel(["browser"]).output == "")
    }

    /// The program as a browser starts it, with what a broken extension writes.
    private func host(
        _ input: [UInt8], environment: [String: String] = [:]
    ) throws -> (exit: ChildProcess.Exit?, replies: [BrowserReply]) {
        let file = folder.path + "/input"
        try Data(input).write(to: URL(filePath: file))
        let child = try ChildProcess(
            "/bin/sh",
            [
                "-c", "cat \"$1\" | \"$0\" /x/org.oriel.oriel.json picture-in-picture@oriel >\"$1.out\"",
                Executable.built("oriel"), file,
            ],
            environment: ["PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"].merging(environment) { $1 })
        defer { child.stop() }
        let exit = child.wait(.seconds(20))
        var frames = NativeFrames()
        frames.append(try Data(contentsOf: URL(filePath: file + ".out")))
        var replies: [BrowserReply] = []
        while let message = try frames.next() {
            replies.append(try JSONDecoder().decode(BrowserReply.self, from: Data(message)))
        }
        return (exit, replies)
    }

    @Test func theHostEndsWithItsBrowser() throws {
        let (exit, replies) = try host([])
        #expect(exit == .code(0) && replies == [BrowserReply(.ready)])
    }

    @Test(arguments: [[255, 255, 255, 255], [1, 0, 16, 0, 1, 2, 3]] as [[UInt8]])
    func aLengthThatCannotBeEndsTheHostWithALine(input: [UInt8]) throws {
        let (exit, replies) = try host(input)
        #expect(exit == .code(0) && replies.map(\.type) == [.ready, .refused], "\(replies)")
    }

    private let nonsense = NativeFrames.frame(Array("{\"type\": \"rm\"}".utf8))

    @Test func aFloodOfNonsenseIsBounded() throws {
        let (exit, replies) = try host(Array([[UInt8]](repeating: nonsense, count: 20_000).joined()))
        #expect(exit == .code(0) && (100...6000).contains(replies.count), "\(replies.count)")
    }

    @Test(.enabled(if: Executable.isExpected("python3"), "python3 is not installed"))
    func aFloodOfLinksStartsFewPlayers() throws {
        // A compositor that says nothing, so that players stay.
        let silent = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import socket, sys, time
                listener = socket.socket(socket.AF_UNIX)
                listener.bind(sys.argv[1])
                listener.listen(64)
                print("ready", flush=True)
                time.sleep(60)
                """, folder.path + "/wayland-0",
            ])
        defer { silent.stop() }
        try #require(silent.waitForOutput(.seconds(20)) { $0.contains("ready") })
        let link = NativeFrames.frame(
            Array(#"{"type": "open", "tab": 1, "page": "https://example.org/"}"#.utf8))
        let (exit, replies) = try host(
            Array([[UInt8]](repeating: link, count: 2000).joined()),
            environment: ["XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "wayland-0"])
        #expect(exit == .code(0) && replies.count { $0.type == .opened } == 20, "\(replies.count)")
        #expect(replies.contains { $0.line == "20 videos of this browser are open" && $0.tab == 1 })
    }

    @Test func aBrowserThatReadsNothingHoldsNothingUp() throws {
        let file = folder.path + "/input"
        try Data([[UInt8]](repeating: nonsense, count: 20_000).joined()).write(to: URL(filePath: file))
        let child = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "mkfifo \"$1.out\"; exec 3<>\"$1.out\"; cat \"$1\" | \"$0\" /x/org.oriel.oriel.json picture-in-picture@oriel >&3",
                Executable.built("oriel"), file,
            ],
            environment: ["PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"])
        defer { child.stop() }
        #expect(child.wait(.seconds(20)) == .code(0))
    }
}
