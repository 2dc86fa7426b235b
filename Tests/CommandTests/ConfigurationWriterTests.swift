import Foundation
import OrielCommand
import OrielTestSupport
import Testing

/// Changes of a configuration file.
@Suite struct ConfigurationWriterTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/oriel/config.toml" }
    private let edit = ConfigurationEdit("pip", "opacity", .double(0.5))

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/oriel", withIntermediateDirectories: true)
    }

    private func change(limit: Int = 1 << 20, meanwhile: () -> Void = {}) throws {
        try ConfigurationWriter.change(edit, in: path, limit: limit, meanwhile: meanwhile)
    }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    private func text() throws -> String { String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    /// The folder has nothing but the file: no draft is left.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/oriel").sorted()
    }

    /// Expects that the file is refused with a line, and left as it is.
    private func expectRefusal(_ reason: String, limit: Int = 1 << 20, meanwhile: () -> Void = {}) {
        #expect(throws: ConfigurationEdit.Refusal("\(path): \(reason); nothing was changed")) {
            try change(limit: limit, meanwhile: meanwhile)
        }
    }

    @Test func aFileKeepsItsModeAndItsOtherBytes() throws {
        try write("# mine\r\n[pip]\r\nopacity = 1 # c\r\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try change()
        #expect(try text() == "# mine\r\n[pip]\r\nopacity = 0.5 # c\r\n")
        #expect(try mode(path) == 0o640)
        #expect(try names() == ["config.toml"])
    }

    @Test func aMissingFileIsMadeForTheUserAlone() throws {
        try FileManager.default.removeItem(atPath: folder.path + "/oriel")
        try change()
        #expect(try text() == "[pip]\nopacity = 0.5\n")
        #expect(try mode(path) == 0o600)
        #expect(try mode(folder.path + "/oriel") == 0o700)
        #expect(try names() == ["config.toml"])
    }

    /// Nothing is written if the value is there already.
    @Test func theSameValueLeavesTheFileAlone() throws {
        try write("[pip]\nopacity = 0.5\n")
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        try change()
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
    }

    @Test func aSymbolicLinkIsLeftAlone() throws {
        let target = folder.path + "/dotfile"
        try Data("[pip]\n".utf8).write(to: URL(filePath: target))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        expectRefusal("is a symbolic link")
        try FileManager.default.removeItem(atPath: target)
        expectRefusal("is a symbolic link")
        #expect(try names() == ["config.toml"])
    }

    @Test func aFolderAndAPipeAreLeftAlone() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        expectRefusal("is not a file")
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        expectRefusal("is not a file")
    }

    @Test func aReadOnlyFileIsLeftAlone() throws {
        try write("[pip]\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        expectRefusal("is read-only")
        #expect(try text() == "[pip]\n")
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func aReadOnlyFolderIsLeftAlone() throws {
        try write("[pip]\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path + "/oriel")
        defer {
            try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path + "/oriel")
        }
        expectRefusal("its folder can't be written")
        #expect(try text() == "[pip]\n")
    }

    @Test func aFolderThatCanNotBeMadeIsOneLine() throws {
        try FileManager.default.removeItem(atPath: folder.path + "/oriel")
        try Data().write(to: URL(filePath: folder.path + "/oriel"))
        expectRefusal("can't be read (Not a directory)")
    }

    @Test func aBrokenFileIsLeftAlone() throws {
        try write("[pip\n")
        #expect(throws: ConfigurationEdit.Refusal.self) { try change() }
        #expect(try text() == "[pip\n")
        try Data([0xFF, 0xFE]).write(to: URL(filePath: path))
        expectRefusal("is not UTF-8")
    }

    @Test func aFileOverTheReadersLimitIsLeftAlone() throws {
        try write(String(repeating: "#", count: 101))
        expectRefusal("is larger than 100 bytes", limit: 100)
        try write(String(repeating: "#", count: 99))
        expectRefusal("would become larger than 100 bytes", limit: 100)
        #expect(try text().utf8.count == 99)
    }

    /// An editor that saves in place, one that replaces the file, and one that makes or removes it.
    @Test func aFileThatChangedMeanwhileIsLeftAlone() throws {
        try write("[pip]\n")
        expectRefusal("has changed meanwhile") { try? write("[pop]\n") }
        #expect(try text() == "[pop]\n")
        expectRefusal("has changed meanwhile") {
            try? Data("[pop]\n".utf8).write(to: URL(filePath: path), options: .atomic)
        }
        #expect(try text() == "[pop]\n")
        expectRefusal("has changed meanwhile") { try? FileManager.default.removeItem(atPath: path) }
        #expect(try names() == [])
        expectRefusal("has changed meanwhile") { try? write("# new\n") }
        #expect(try text() == "# new\n")
        #expect(try names() == ["config.toml"])
    }
}
