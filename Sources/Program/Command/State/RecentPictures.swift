import Glibc
import Oriel
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielPlay

/// Stores and reads the pictures of recent media on threads, one at a time.
@MainActor
final class RecentPictures {
    private let cache: PictureCache
    /// The thread that stores or forgets pictures.
    private var writer: NamedThread?
    private let isBusy = Monitor(false)

    /// Longest wait at the program's end.
    private static let patience = Duration.milliseconds(500)
    /// Distances of the frames that are tried until one shows something; else the first is stored.
    private nonisolated static let delays = [Duration.zero, .seconds(5), .seconds(60)]
    /// Thumbnails of files are made at this priority.
    private nonisolated static let niceness: CInt = 10

    init(_ cache: PictureCache) { self.cache = cache }

    /// Stores a picture: the frame, or one of the file. Nothing while another is being stored.
    func keep(_ name: String, _ frame: VideoFrame?, at position: Duration) {
        guard !isBusy.withLock({ $0 }) else { return }
        write { cache in
            guard cache.prepare() else { return }
            // A cache that can't be written leaves the list without pictures, and nothing else.
            func save(_ frame: VideoFrame, refusesPlain: Bool) -> Bool {
                Screenshot.save(
                    frame, to: cache.path(of: name), within: PictureCache.width, height: PictureCache.height,
                    isPrivate: true, refusesPlain: refusesPlain) != Screenshot.showsNothing
            }
            var first = frame
            let isSaved = Self.delays.contains { delay in
                let next = (delay == .zero ? frame : nil) ?? Self.frame(of: name, at: position + delay)
                first = first ?? next
                return next.map { save($0, refusesPlain: true) } ?? false
            }
            if !isSaved, let first { _ = save(first, refusesPlain: false) }
            cache.trim()
        }
    }

    /// Removes media's pictures, also one that is being stored.
    func forget(_ names: [String]) {
        let former = writer
        write { cache in
            former?.join()
            cache.remove(names)
        }
    }

    /// Waits for what is being stored.
    func finish() {
        if let writer, !writer.join(within: Self.patience) { return }
        writer = nil
    }

    private func write(_ body: @escaping @Sendable (PictureCache) -> Void) {
        isBusy.update { $0 = true }
        // Without a thread there is no picture.
        writer = try? NamedThread("oriel-recent") { [cache, isBusy] in
            body(cache)
            isBusy.update { $0 = false }
        }
        if writer == nil { isBusy.update { $0 = false } }
    }

    /// Frame of a file; nil for an address, which isn't opened again.
    private nonisolated static func frame(of name: String, at position: Duration) -> VideoFrame? {
        guard name.hasPrefix("/") else { return nil }
        // On Linux this applies to the calling thread only.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        do throws(MediaError) { return try KeyframeReader(.path(name)).frame(at: position) } catch { return nil }
    }

    /// Reads media's pictures, then looks for their files, whose file system may not answer.
    func look(at names: [String], done: @escaping @MainActor @Sendable (Int, RecentPicture) -> Void) {
        guard !names.isEmpty else { return }
        _ = try? NamedThread("oriel-recent") { [cache] in
            var pictures: [RecentPicture] = []
            for (index, name) in names.enumerated() {
                let picture = RecentPicture(image: cache.image(of: name))
                pictures.append(picture)
                if picture.image != nil { Task { @MainActor in done(index, picture) } }
            }
            for (index, name) in names.enumerated() where name.hasPrefix("/") {
                guard PathText.withCString(name, { access($0, F_OK) }) != 0, errno == ENOENT || errno == ENOTDIR else {
                    continue
                }
                let picture = RecentPicture(image: pictures[index].image, isMissing: true)
                Task { @MainActor in done(index, picture) }
            }
        }
    }
}
