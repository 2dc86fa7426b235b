import Foundation
import Oriel
import OrielTestSupport
import Testing

/// Pictures in the runtime folder, and those that killed players have left.
@Suite struct ArtFolderTests {
    private let runtime: TemporaryFolder

    init() throws { runtime = try TemporaryFolder() }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(runtime.path)/\(name)")
    }

    /// Makes a folder with empty files in it.
    private func make(_ name: String, _ files: String...) throws {
        try FileManager.default.createDirectory(
            atPath: "\(runtime.path)/\(name)", withIntermediateDirectories: true)
        for file in files { try Data().write(to: URL(filePath: "\(runtime.path)/\(name)/\(file)")) }
    }

    private func folders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: runtime.path).filter { $0.hasPrefix("oriel-art-") }
    }

    @Test func aSweepRemovesTheFoldersOfDeadProcessesOnly() throws {
        try make("oriel-art-dead01", "1.png", "2.png")
        try make("oriel-art-other1", "1.png", "letter.txt")
        try make("elsewhere", "1.png")
        try make("oriel-sockets", "1.png")
        try Data().write(to: URL(filePath: "\(runtime.path)/oriel-art-file01"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(runtime.path)/oriel-art-link01", withDestinationPath: "\(runtime.path)/elsewhere")
        let made = try #require(ArtFolder(in: runtime.path))
        let living = made.picturePath(1)
        try Data().write(to: URL(filePath: living))
        ArtFolder.sweep(runtime.path)
        #expect(!exists("oriel-art-dead01"))
        #expect(FileManager.default.fileExists(atPath: living))
        #expect(exists("oriel-art-other1/letter.txt") && exists("oriel-art-file01"))
        #expect(exists("elsewhere/1.png") && exists("oriel-sockets/1.png"))
        withExtendedLifetime(made) {}
    }

    @Test func aSweepIsBounded() throws {
        for number in 0..<40 { try make("oriel-art-dead\(number)", "1.png") }
        ArtFolder.sweep(runtime.path)
        #expect(try folders().count == 8)
        ArtFolder.sweep(runtime.path)
        #expect(try folders() == [])
    }

    @Test func aFolderIsRemovedByItsOwner() throws {
        let folder = try #require(ArtFolder(in: runtime.path))
        #expect(FileManager.default.fileExists(atPath: folder.path))
        folder.remove()
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
