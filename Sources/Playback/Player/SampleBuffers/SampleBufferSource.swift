package import OrielLibav
package import OrielMedia
package import OrielPlatform
package import OrielTransport
import Synchronization

/// Source of the frames that an app enqueues. The app's side is for any thread, the player's for the main thread.
///
/// Frames and handlers are released outside the lock, since an app's release handler may call its view.
package final class SampleBufferSource: FrameSource, Sendable {
    /// Wanted number of waiting frames, and of their bytes. Four times of either is refused.
    private static let enough = (frames: 8, bytes: 128 << 20)

    package let wakeup: Wakeup
    package let timebase: Timebase
    private let name: String
    private let dmabufs: DmabufFormats
    private let contents = Mutex(State())

    private struct State {
        var frames: [(frame: VideoFrame, weight: Int)] = []
        var weight = 0
        var last: Duration?
        var count = 0
        var size: (width: Int, height: Int)?
        var isClosed = false
        /// Whether a frame since the last one in the queue was lost, and its damage with it.
        var hasLost = false
        /// The handler that adds frames when more are wanted.
        var handler: (@MainActor @Sendable () -> Void)?
        var isAsking = false
        /// Number of flushes so far, and their number when the player read the frames last. If they differ, the frames
        /// that it wants to take are gone.
        var flushes = 0
        var seenFlushes = 0

        var isReady: Bool { !isClosed && frames.count < enough.frames && weight < enough.bytes }

        func hasRoom(for added: Int) -> Bool {
            frames.isEmpty || frames.count < 4 * enough.frames && weight + added <= 4 * enough.bytes
        }

        mutating func remove(_ count: Int) -> [VideoFrame] {
            let removed = frames.prefix(count)
            frames.removeFirst(removed.count)
            weight -= removed.reduce(0) { $0 + $1.weight }
            return removed.map(\.frame)
        }
    }

    /// - Parameters:
    ///   - name: the player's name in the session, and its window's title.
    ///   - dmabufs: formats of dmabufs that can be shown.
    package init(name: String, dmabufs: DmabufFormats = DmabufFormats()) throws(PlatformError) {
        let wakeup = try Wakeup()
        self.wakeup = wakeup
        self.name = name
        self.dmabufs = dmabufs
        timebase = Timebase { wakeup.signal() }
    }

    // MARK: The app's side

    package func enqueue(_ buffer: SampleBuffer) throws(SampleBufferError) {
        if let format = buffer.frame.buffer?.dmabuf.format, !dmabufs.takes(format) {
            throw .unsupportedDmabufFormat(format)
        }
        let time = buffer.time
        var failure: SampleBufferError?
        let isAwaited = contents.withLock { state in
            if state.isClosed {
                failure = .closed
            } else if let last = state.last, time <= last {
                failure = .timeNotLater(time, than: last)
            } else if !state.hasRoom(for: buffer.weight) {
                failure = .queueFull
            }
            guard failure == nil else {
                state.hasLost = true
                return false
            }
            state.last = time
            state.count += 1
            state.size = (buffer.frame.width, buffer.frame.height)
            state.frames.append((state.hasLost ? buffer.frame.changed() : buffer.frame, buffer.weight))
            state.hasLost = false
            state.weight += buffer.weight
            return state.frames.count == 1
        }
        if let failure { throw failure }
        // For a frame behind others the player has a timer.
        if isAwaited { wakeup.signal() }
    }

    /// Formats of dmabufs that can be shown now.
    package var dmabufSupport: [Dmabuf.Support] { dmabufs.support }

    package func flush() {
        let removed = contents.withLock { state in
            state.last = nil
            state.hasLost = true
            state.flushes += 1
            return state.remove(.max)
        }
        withExtendedLifetime(removed) {}
        askForMore()
    }

    package var isReady: Bool { contents.withLock { $0.isReady } }

    /// Sets the handler that adds frames.
    /// - Parameter handler: called when more frames are wanted; nil for none.
    package func ask(_ handler: (@MainActor @Sendable () -> Void)?) {
        let before = contents.withLock { state in
            defer { state.handler = handler }
            return state.handler
        }
        withExtendedLifetime(before) {}
        askForMore()
    }

    /// Calls the handler in a task of the main actor, once for any number of wanted frames.
    private func askForMore() {
        let asks = contents.withLock { state in
            guard state.handler != nil, !state.isAsking, state.isReady else { return false }
            state.isAsking = true
            return true
        }
        guard asks else { return }
        Task { @MainActor [weak self] in
            let handler = self?.contents.withLock { state in
                state.isAsking = false
                return state.isReady ? state.handler : nil
            }
            handler?()
        }
    }

    // MARK: The player's side

    package var state: SourceState {
        let isOpen = contents.withLock { $0.size != nil }
        var state = SourceState(phase: isOpen ? .ready : .opening, isLive: true)
        state.timebase = timebase.value
        return state
    }

    package var description: SourceDescription {
        let size = contents.withLock { $0.size }
        return SourceDescription(
            title: name, name: name,
            video: size.map { SourceDescription.Video(codec: "", width: $0.width, height: $0.height) })
    }

    package var failure: MediaError? { nil }

    package var decodedFrames: Int { contents.withLock { $0.count } }

    package func waitingFrames() -> [VideoFrame] {
        contents.withLock { state in
            state.seenFlushes = state.flushes
            return state.frames.map(\.frame)
        }
    }

    package func takeFrames(_ count: Int) {
        let removed = contents.withLock { state in
            state.seenFlushes == state.flushes ? state.remove(count) : []
        }
        withExtendedLifetime(removed) {}
        askForMore()
    }

    package func seek(to time: Duration, _ kind: Transport.SeekKind) -> Int? { nil }

    package func close() {
        let (frames, handler) = contents.withLock { state in
            defer { state.handler = nil }
            state.isClosed = true
            return (state.remove(.max), state.handler)
        }
        withExtendedLifetime((frames, handler)) {}
    }
}
