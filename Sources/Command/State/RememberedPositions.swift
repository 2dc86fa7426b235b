import Glibc
import OrielPlatform

/// Where media were left that were played with `--resume`.
package struct RememberedPositions: Codable, Hashable, Sendable {
    private static let file = "positions.json"
    /// The oldest are forgotten.
    private static let limit = 500
    /// Nearer than this to its beginning or its end, a medium begins at the beginning again, in seconds.
    private static let margin = 5.0

    private struct Entry: Codable, Hashable, Sendable {
        var medium: String
        var seconds: Double
    }

    /// The one left last is last.
    private var entries: [Entry] = []

    package init() {}

    package init(from folder: StateFolder?) {
        self = folder?.read(Self.self, from: Self.file) ?? Self()
    }

    /// Where a medium was left.
    package func position(of medium: String) -> Duration? {
        entries.last { $0.medium == medium }.flatMap {
            $0.seconds.isFinite && $0.seconds > 0 ? .seconds($0.seconds) : nil
        }
    }

    /// A medium was left.
    /// - Parameter duration: nil for what can't be resumed.
    package mutating func leave(_ medium: String, at position: Duration, of duration: Duration?) {
        entries.removeAll { $0.medium == medium }
        guard let duration else { return }
        let (seconds, length) = (position / .seconds(1), duration / .seconds(1))
        guard seconds > Self.margin, seconds < length - Self.margin else { return }
        entries.append(Entry(medium: medium, seconds: (seconds * 1000).rounded() / 1000))
        entries.removeFirst(max(0, entries.count - Self.limit))
    }

    /// Reads anew what others have left meanwhile, changes it and writes it.
    package static func update(in folder: StateFolder?, _ change: (inout Self) -> Void) {
        folder?.update(file, empty: Self(), change)
    }

    /// How a medium is remembered: a file by its whole path, so that it is found from any folder.
    package static func name(of path: String) -> String {
        guard let resolved = PathText.withCString(path, { realpath($0, nil) }) else { return path }
        defer { free(resolved) }
        return PathText.string(cString: resolved)
    }
}
