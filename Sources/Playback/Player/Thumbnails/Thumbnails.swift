package import OrielGeometry
package import OrielLibav
package import OrielPlatform

/// Thumbnails of a player's medium, for its progress bar. The file is opened a second time at the first request and
/// closed some seconds after the last. Failures are not reported.
@MainActor
package final class Thumbnails {
    package enum Answer: Hashable {
        /// The thumbnail is being made; `onArrival` follows.
        case awaited
        /// There is no thumbnail.
        case none
        case picture(Thumbnail)
    }

    /// Time after the last request until everything is closed.
    private static let rest = Duration.seconds(5)
    private static let memoryLimit = 4 << 20

    private let loop: MainLoop
    private let file: () -> MediaLocation?
    /// Called when a thumbnail was made or can't be made, so that the caller asks again.
    package var onArrival: () -> Void = {}
    private var worker: (thread: ThumbnailWorker, file: MediaLocation, watch: EventLoop.Token)?
    private var cache = ThumbnailCache(limit: memoryLimit)
    /// The last file without thumbnails.
    private var failedFile: MediaLocation?
    private var awaited: ThumbnailCache.Key?
    private var lastQuestion = Duration.zero
    private let timer = LoopTimer()

    /// - Parameter file: returns the file that is played now; nil if it has no thumbnails.
    package init(_ loop: MainLoop, of file: @escaping () -> MediaLocation?) {
        self.loop = loop
        self.file = file
    }

    /// Returns the thumbnail at a time of the medium.
    /// - Parameters:
    ///   - size: the size to fit into, in pixels.
    ///   - line: width of the border, in pixels.
    package func picture(at time: Duration, of length: Duration, within size: Size, line: Int) -> Answer {
        guard let file = file(), file != failedFile else { return .none }
        if worker?.file != file {
            finish()
            guard open(file) else { return .none }
        }
        lastQuestion = MonotonicClock.now
        if !timer.isSet { scheduleRest() }
        let step = ThumbnailCache.step(at: time, of: length)
        let key = ThumbnailCache.Key(step: step.number, size: size)
        if let known = cache.picture(key) { return known.map { .picture($0) } ?? .none }
        if awaited != key { worker?.thread.ask(for: .init(key: key, time: step.begin, line: line)) }
        awaited = key
        return .awaited
    }

    /// Closes the file and drops its thumbnails.
    package func finish() {
        if let worker { loop.remove(worker.watch) }
        timer.cancel()
        (worker, awaited) = (nil, nil)
        cache = ThumbnailCache(limit: Self.memoryLimit)
    }

    private func open(_ file: MediaLocation) -> Bool {
        do throws(PlatformError) {
            let thread = try ThumbnailWorker(file)
            let watch = try loop.watch(thread.wakeup) { [weak self] in self?.arrived() }
            worker = (thread, file, watch)
            return true
        } catch {
            failedFile = file
            return false
        }
    }

    private func arrived() {
        guard let worker else { return }
        let news = worker.thread.take()
        for (key, picture) in news.made {
            cache.keep(picture, as: key)
            if key == awaited { awaited = nil }
        }
        if news.hasFailed {
            failedFile = worker.file
            finish()
        }
        onArrival()
    }

    private func scheduleRest() {
        let due = lastQuestion + Self.rest - MonotonicClock.now
        timer.set(on: loop, after: max(.zero, due)) { [weak self] in
            guard let self else { return }
            if MonotonicClock.now - lastQuestion >= Self.rest { finish() } else { scheduleRest() }
        }
    }
}
