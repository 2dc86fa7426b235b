import Glibc
import OrielGeometry
import OrielPlatform
package import OrielPlayer

/// Last positions of media played with `--resume`.
package struct RememberedPositions: StateFile, Hashable, Sendable {
    package static let file = "positions.json"
    /// Maximum number of entries; the oldest are removed.
    private static let limit = 500
    /// Margin in seconds: a position nearer to the beginning or end isn't stored.
    private static let margin = 5.0

    private struct Entry: Codable, Hashable, Sendable {
        var medium: String
        var seconds: Double
        /// The crop and the zoom; absent without.
        var crop: UnitRect?
        var cropsBlackBars: Bool?
        var zoom: Double?
        var zoomCenter: UnitPoint?
    }

    /// Entries in the order of their last change.
    private var entries: [Entry] = []

    package init() {}

    package init(from folder: StateFolder?) {
        self = folder?.read(Self.self, from: Self.file) ?? Self()
        hideSecrets()
    }

    /// Names of entries that an earlier version stored become what they are now.
    private mutating func hideSecrets() {
        for index in entries.indices { entries[index].medium = Self.stored(entries[index].medium) }
    }

    /// Returns a medium's last position; nil if none is stored.
    package func position(of medium: String) -> Duration? {
        entries.last { $0.medium == medium }.flatMap {
            $0.seconds.isFinite && $0.seconds > 0 ? .seconds($0.seconds) : nil
        }
    }

    /// Returns the crop and zoom with which a medium was left; nil if none is stored.
    package func form(of medium: String) -> PictureForm? {
        guard let entry = entries.last(where: { $0.medium == medium }) else { return nil }
        var form = PictureForm()
        form.crop = entry.cropsBlackBars == true ? .blackBars : entry.crop?.clamped.map { .part($0) } ?? .none
        form.zoom = entry.zoom ?? 1
        form.zoomCenter = entry.zoomCenter ?? .center
        return form == PictureForm() ? nil : form
    }

    /// Stores or removes a medium's position.
    /// - Parameters:
    ///   - duration: nil if the medium can't be resumed; removes its entry.
    ///   - form: its crop, in parts of the video, and its zoom.
    package mutating func leave(
        _ medium: String, at position: Duration, of duration: Duration?, in form: PictureForm = PictureForm()
    ) {
        entries.removeAll { $0.medium == medium }
        guard let duration else { return }
        let (seconds, length) = (position / .seconds(1), duration / .seconds(1))
        guard seconds > Self.margin, seconds < length - Self.margin else { return }
        var entry = Entry(medium: medium, seconds: (seconds * 1000).rounded() / 1000)
        if case .part(let part) = form.crop { entry.crop = part }
        if form.crop == .blackBars { entry.cropsBlackBars = true }
        if form.zoom > 1 { (entry.zoom, entry.zoomCenter) = (form.zoom, form.zoomCenter) }
        entries.append(entry)
        entries.removeFirst(max(0, entries.count - Self.limit))
    }

    /// Updates the file (`StateFile.update`); names that an earlier version stored are hidden too.
    package static func update(in folder: StateFolder?, _ change: (inout Self) -> Void) {
        folder?.update(file, empty: Self()) {
            $0.hideSecrets()
            change(&$0)
        }
    }

    /// Returns a medium's name as it is stored: a checksum of a web address that may have a secret, in its query, its
    /// fragment or before its host.
    package static func stored(_ name: String) -> String {
        guard name.contains("://"), !name.hasPrefix("/"), name.contains(where: { "?#@".contains($0) }) else {
            return name
        }
        return "address:" + PictureCache.checksum(of: name)
    }

    /// Returns the name under which a medium is stored: a file's resolved path, so that it is found from any folder.
    /// - Parameters:
    ///   - limit: longest wait for the file system, which may be a network's that doesn't answer. After it the path is
    ///     the name.
    ///   - resolve: resolves the path, on a thread of its own; replaced by tests.
    package static func name(
        of path: String, within limit: Duration = .milliseconds(250),
        resolve: @escaping @Sendable (String) -> String? = Self.resolved
    ) -> String {
        let answer = Monitor<String?>(nil)
        do throws(PlatformError) {
            let thread = try NamedThread("oriel-names") {
                let name = resolve(path)
                answer.update { $0 = name }
            }
            _ = thread.join(within: limit)
        } catch { return path }
        return answer.withLock { $0 } ?? path
    }

    /// A file's absolute path without links; nil if there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = PathText.withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return PathText.string(cString: resolved)
    }
}
