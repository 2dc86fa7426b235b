import Glibc
import OrielLibav
import OrielMedia
import OrielPlatform

/// Picture of the present item for desktops, which load it from a file: the first frame that was shown, or a later one
/// if that shows nothing (`PictureSearch`), at most 512 pixels wide. Each item has a file of its own name, since
/// desktops keep pictures by name; the last two stay.
@MainActor
final class ArtFile {
    private var folder: ArtFolder?
    /// Path of the runtime folder; nil without one.
    private let runtime: String? = {
        guard let path = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), path.hasPrefix("/") else { return nil }
        return path
    }()
    /// True once folders of killed players were removed.
    private var hasSwept = false
    private var made: [(item: UInt64, path: String)] = []
    private var isDrawing = false
    /// Item whose picture could not be saved; it is not tried again.
    private var failed: UInt64?

    /// Search for the frame of the item that was asked for last.
    private var search: (item: UInt64, frames: PictureSearch)?
    /// Media time after which the next frame is to be looked at; nil if none is.
    private(set) var wait: Duration?

    private static let kept = 2

    /// `file` address of an item's picture; empty while there is none. A missing one is drawn on another thread.
    /// - Parameters:
    ///   - frames: the search for its frame, if it begins with the given one; nil takes that one.
    ///   - done: called on the main actor when the picture is there, or `wait` has changed.
    func url(
        of item: UInt64, _ frame: VideoFrame?, among frames: (VideoFrame) -> PictureSearch?,
        done: @escaping @MainActor () -> Void
    ) -> String {
        wait = nil
        if let picture = made.last(where: { $0.item == item }) {
            return MediaLocation.path(picture.path).publicAddress ?? ""
        }
        guard let frame, !isDrawing, failed != item, let runtime else { return "" }
        if search?.item != item { search = frames(frame).map { (item, $0) } }
        if let wait = search?.frames.wait(at: frame.time), wait > .zero {
            self.wait = wait
            return ""
        }
        if folder == nil { folder = ArtFolder(in: runtime) }
        guard let path = folder?.picturePath(item) else { return "" }
        isDrawing = true
        if !hasSwept { _ = try? NamedThread("oriel-picture") { ArtFolder.sweep(runtime) } }
        hasSwept = true
        Screenshot.saveAside(
            frame, to: path, within: 512, isPrivate: true, refusesPlain: search?.frames.isLast == false
        ) { [weak self] failure in
            self?.drawn(item, path, failure)
            done()
        }
        return ""
    }

    private func drawn(_ item: UInt64, _ path: String, _ failure: String?) {
        isDrawing = false
        if failure == Screenshot.showsNothing {
            if search?.item == item { search?.frames.goOn() }
            return
        }
        guard failure == nil else { return failed = item }
        guard folder != nil else { return _ = unlink(path) }
        made.append((item, path))
        while made.count > Self.kept { unlink(made.removeFirst().path) }
    }

    func remove() {
        for picture in made { unlink(picture.path) }
        made = []
        folder?.remove()
        folder = nil
    }
}
