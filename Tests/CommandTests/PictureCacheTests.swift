import Foundation
import Oriel
import OrielCommand
import OrielDecode
import OrielGeometry
import OrielTestSupport
import Testing

/// Pictures of recent media in the user's cache, which anything may change.
struct PictureCacheTests {
    private let temporary: TemporaryFolder
    private let cache: PictureCache

    init() throws {
        temporary = try TemporaryFolder()
        cache = PictureCache(folder: temporary.path + "/cache/oriel/pictures")
    }

    private func store(_ medium: String, width: Int = 160, height: Int = 90) throws {
        let pixels = [UInt32](repeating: 0xFF20_8040, count: width * height)
        try pixels.withUnsafeBytes {
            try PictureFile.write($0, width: width, height: height, to: cache.path(of: medium))
        }
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: cache.folder)) ?? [] }

    @Test func aPictureIsFoundByItsMediumWhoseNameIsNotTold() throws {
        #expect(cache.prepare() && cache.prepare())
        try store("/films/secret.mkv")
        #expect(cache.image(of: "/films/secret.mkv")?.size == Size(width: 160, height: 90))
        #expect(cache.image(of: "/films/other.mkv") == nil)
        #expect(names.count == 1 && !names[0].contains("secret") && names[0].count == 36)
        let mode = try FileManager.default.attributesOfItem(atPath: cache.folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        // FNV-1a of nothing is its offset.
        #expect(cache.path(of: "").hasSuffix("/6c62272e07bb014262b821756295c58d.png"))
    }

    /// Also what was stored before, in a folder that others could read.
    @Test func picturesAreThisUsersAlone() throws {
        try FileManager.default.createDirectory(
            atPath: cache.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        try store("/old")
        #expect(try mode(cache.path(of: "/old")) != 0o600)
        #expect(cache.prepare())
        #expect(try mode(cache.folder) == 0o700 && mode(cache.path(of: "/old")) == 0o600)
        let pixels = [UInt32](repeating: 0xFF20_8040, count: 64)
        try pixels.withUnsafeBytes {
            try PictureFile.write($0, width: 8, height: 8, to: cache.path(of: "/new"), isPrivate: true)
        }
        #expect(try mode(cache.path(of: "/new")) == 0o600)
    }

    @Test func damagedPicturesAreNone() throws {
        #expect(cache.prepare())
        try store("/a")
        let path = cache.path(of: "/a")
        let whole = try #require(FileManager.default.contents(atPath: path))
        for bad in [Data(), whole.prefix(60), Data("no picture".utf8), Data(repeating: 7, count: 300 << 10)] {
            try bad.write(to: URL(filePath: path))
            #expect(cache.image(of: "/a") == nil)
        }
        try store("/a", width: 1000, height: 10)
        #expect(cache.image(of: "/a") == nil)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        #expect(cache.image(of: "/a") == nil)
    }

    @Test func theCacheIsBoundedInNumberAndBytes() throws {
        #expect(cache.prepare())
        for number in 0..<30 {
            try store("/\(number)")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000 + Double(number))],
                ofItemAtPath: cache.path(of: "/\(number)"))
        }
        let old = cache.path(of: "/old") + ".77.part"
        for path in [old, cache.path(of: "/new") + ".78.part", cache.folder + "/of another program"] {
            try Data("x".utf8).write(to: URL(filePath: path))
        }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: old)
        cache.trim()
        #expect(names.count == 22 && cache.image(of: "/9") == nil && cache.image(of: "/10") != nil)
        #expect(!FileManager.default.fileExists(atPath: old))
        for number in 10..<30 {
            try Data(repeating: 1, count: 200 << 10).write(to: URL(filePath: cache.path(of: "/\(number)")))
        }
        cache.trim()
        #expect(names.filter { $0.hasSuffix(".png") }.count == 10)
        try Data(repeating: 1, count: 300 << 10).write(to: URL(filePath: cache.path(of: "/large")))
        cache.trim()
        #expect(!FileManager.default.fileExists(atPath: cache.path(of: "/large")))
    }

    @Test func whatIsForgottenGoesAndOtherFilesStay() throws {
        #expect(cache.prepare())
        try store("/a")
        try store("/c")
        try Data("x".utf8).write(to: URL(filePath: cache.path(of: "/b") + ".9.part"))
        let other = cache.folder + "/notes.png"
        try Data("x".utf8).write(to: URL(filePath: other))
        cache.remove(["/c", "/d"])
        #expect(cache.image(of: "/a") != nil && cache.image(of: "/c") == nil)
        cache.remove(["/a", "/b"])
        #expect(names == ["notes.png"])
        try FileManager.default.removeItem(atPath: other)
        cache.remove([])
        #expect(!FileManager.default.fileExists(atPath: cache.folder))
        cache.remove(["/a"])
        cache.trim()
    }

    @Test func aPlaceThatIsNoFolderKeepsNothing() throws {
        try Data("x".utf8).write(to: URL(filePath: temporary.path + "/cache"))
        #expect(!cache.prepare())
        #expect(throws: PictureFile.Failure.self) { try store("/a") }
        #expect(cache.image(of: "/a") == nil)
    }
}
