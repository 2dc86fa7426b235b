import Foundation
import OrielCommand
import Testing

/// Places that name the version, which a release changes together; docs/versions.md lists them.
struct VersionTests {
    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func everyPlaceNamesTheSameVersion() throws {
        let version = Release.version
        #expect(try Self.text("CLibrary/Sources/COriel/oriel.h").contains("#define ORIEL_VERSION \"\(version)\"\n"))
        let metadata = try Self.text("packaging/org.oriel.Oriel.metainfo.xml")
        let newest = try #require(metadata.firstMatch(of: #/<release version="([^"]+)"/#))
        #expect(newest.1 == version)
        let changes = try Self.text("CHANGELOG.md")
        let released = try #require(changes.firstMatch(of: #/\n## ([0-9]+\.[0-9]+\.[0-9]+) \(/#))
        #expect(released.1 == version)
        #expect(try Self.text("packaging/debian/changelog").hasPrefix("oriel (\(version)-"))
    }
}
