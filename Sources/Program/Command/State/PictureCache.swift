import FoundationEssentials
import Glibc
package import Oriel

/// Pictures of the media played last, for the list in an empty window: PNG files in `$XDG_CACHE_HOME/oriel/pictures`.
/// Anything in the folder may be missing, damaged or deleted at any time. Any thread; each call waits for the disk.
package struct PictureCache: Hashable, Sendable {
    /// Largest size of a picture, in pixels.
    package static let (width, height) = (320, 180)
    /// Most pictures, most bytes of one, and most bytes of all.
    private static let (most, largest, total) = (20, 256 << 10, 2 << 20)
    /// Time after which an unfinished file is a dead program's, in seconds.
    private static let abandoned = 60

    package let folder: String

    package init(folder: String) { self.folder = folder }

    /// The user's folder; nil without a home folder.
    static func ofUser() -> PictureCache? {
        if let cache = ConfigurationFile.environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
            return PictureCache(folder: cache + "/oriel/pictures")
        }
        return ConfigurationFile.environment("HOME").map { PictureCache(folder: $0 + "/.cache/oriel/pictures") }
    }

    /// Path of a medium's picture. Its name is a checksum, which tells nothing of the medium's.
    package func path(of medium: String) -> String { "\(folder)/\(Self.checksum(of: medium)).png" }

    /// Checksum of a name (FNV-1a, 128 bits), as 32 digits.
    static func checksum(of medium: String) -> String {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in medium.utf8 { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// Creates the folder for this user alone, or makes it and the pictures so. False if that fails.
    package func prepare() -> Bool {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { return false }
        chmod(folder, 0o700)
        for path in paths() { chmod(path, 0o600) }
        return true
    }

    /// Reads a medium's picture; nil if there is none, or if it is damaged or larger than any that was stored.
    package func image(of medium: String) -> OverlayImage? {
        let path = path(of: medium)
        guard let size = Self.size(of: path), size <= Self.largest else { return nil }
        do throws(OverlayImageError) {
            let image = try OverlayImage(contentsOfFile: path)
            return image.size.width <= Self.width && image.size.height <= Self.height ? image : nil
        } catch { return nil }
    }

    /// Removes the oldest pictures until the rest is within the limits, and what programs that died had begun.
    package func trim() {
        var files: [(path: String, bytes: Int, age: Int)] = []
        for path in paths() {
            var facts = stat()
            guard lstat(path, &facts) == 0 else { continue }
            files.append((path, Int(facts.st_size), time(nil) - facts.st_mtim.tv_sec))
        }
        var (count, bytes) = (0, 0)
        for file in files.sorted(by: { $0.age < $1.age }) {
            guard file.path.hasSuffix(".png") else {
                if file.age > Self.abandoned { unlink(file.path) }
                continue
            }
            guard count < Self.most, file.bytes <= Self.largest, bytes + file.bytes <= Self.total else {
                unlink(file.path)
                continue
            }
            (count, bytes) = (count + 1, bytes + file.bytes)
        }
    }

    /// Removes media's pictures, unfinished ones too, and the folder if nothing else is in it.
    package func remove(_ media: [String]) {
        let wanted = media.map { path(of: $0) }
        for path in paths() where wanted.contains(where: { path.hasPrefix($0) }) { unlink(path) }
        rmdir(folder)
    }

    /// Files of the folder that are named as pictures, finished or not.
    private func paths() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            let (stem, rest) = (name.prefix { $0 != "." }, name.drop { $0 != "." })
            return stem.utf8.count == 32 && stem.allSatisfy(\.isHexDigit)
                && (rest == ".png" || rest.hasPrefix(".png.") && rest.hasSuffix(".part"))
        }.map { "\(folder)/\($0)" }
    }

    /// Size of a regular file in bytes; nil if it is none.
    private static func size(of path: String) -> Int? {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(facts.st_size)
    }
}
