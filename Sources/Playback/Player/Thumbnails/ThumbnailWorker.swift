import Glibc
import OrielLibav
import OrielPipeline
import OrielPlatform
import OrielRaster

/// Thread that makes thumbnails of one file, at a lower priority than playback. It keeps the file open while it runs.
final class ThumbnailWorker: Sendable {
    struct Request: Hashable, Sendable {
        var key: ThumbnailCache.Key
        var time: Duration
        /// Width of the border, in pixels.
        var line: Int
    }

    private struct State {
        /// Only the newest request: a moving pointer doesn't wait for the positions that it has passed.
        var wanted: Request?
        var made: [(key: ThumbnailCache.Key, picture: Thumbnail?)] = []
        var hasFailed = false
        var isClosed = false
    }

    private static let niceness: CInt = 10
    /// Signalled with each thumbnail.
    let wakeup: Wakeup
    private let state: Monitor<State>

    /// Starts the thread, which opens the file.
    init(_ file: MediaLocation) throws(PlatformError) {
        wakeup = try Wakeup()
        state = Monitor(State())
        _ = try NamedThread("oriel-thumbs") { [state, wakeup] in Self.run(file, state, wakeup) }
    }

    deinit { state.update { $0.isClosed = true } }

    /// Requests a thumbnail, instead of the one requested before.
    func ask(for request: Request) { state.update { $0.wanted = request } }

    /// Returns the thumbnails made since the last call; `hasFailed` if the file has none.
    func take() -> (made: [(key: ThumbnailCache.Key, picture: Thumbnail?)], hasFailed: Bool) {
        state.withLock { state in
            defer { state.made = [] }
            return (state.made, state.hasFailed)
        }
    }

    private static func run(_ file: MediaLocation, _ state: Monitor<State>, _ wakeup: Wakeup) {
        // On Linux this applies to the calling thread only.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        let reader: KeyframeReader
        do throws(MediaError) { reader = try KeyframeReader(file) } catch {
            state.update { $0.hasFailed = true }
            return wakeup.signal()
        }
        let raster = Raster(workers: RasterWorkers(threads: 0))
        while let request = next(state) {
            let picture = reader.frame(at: request.time).flatMap {
                Thumbnail($0, within: request.key.size, line: request.line, by: raster)
            }
            state.update { $0.made.append((request.key, picture)) }
            wakeup.signal()
        }
    }

    private static func next(_ state: Monitor<State>) -> Request? {
        state.wait { state -> Request?? in
            if state.isClosed { return .some(nil) }
            guard let wanted = state.wanted else { return nil }
            state.wanted = nil
            return .some(.some(wanted))
        }
    }
}
