package import OrielMedia
package import OrielPlatform
package import OrielPlayback
package import OrielTransport
import Synchronization

/// Frames that an app pushes, as a player's source. The app's side is for any thread, the player's for the main one.
///
/// What is let go of is let go of outside the lock: an app's release may call back into its view.
package final class SampleBufferSource: FrameSource, Sendable {
    /// How much may wait before the app is told that it is enough; four times of either is refused.
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
        /// Who wants to be asked for frames.
        var handler: (@MainActor @Sendable () -> Void)?
        var isAsking = false
        /// Flushes so far, and as many as there were when the player looked last: what it takes was there then.
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
    ///   - name: what the session's commands call it, and its window.
    ///   - dmabufs: which buffers can be shown.
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
            guard failure == nil else { return false }
            state.last = time
            state.count += 1
            state.size = (buffer.frame.width, buffer.frame.height)
            state.frames.append((buffer.frame, buffer.weight))
            state.weight += buffer.weight
            return state.frames.count == 1
        }
        if let failure { throw failure }
        // Behind others it waits for its turn, for which the player has a timer.
        if isAwaited { wakeup.signal() }
    }

    /// Which buffers can be shown now.
    package var dmabufSupport: [Dmabuf.Support] { dmabufs.support }

    package func flush() {
        let removed = contents.withLock { state in
            state.last = nil
            state.flushes += 1
            return state.remove(.max)
        }
        withExtendedLifetime(removed) {}
        askForMore()
    }

    package var isReady: Bool { contents.withLock { $0.isReady } }

    /// - Parameter handler: nil for nobody.
    package func ask(_ handler: (@MainActor @Sendable () -> Void)?) {
        let before = contents.withLock { state in
            defer { state.handler = handler }
            return state.handler
        }
        withExtendedLifetime(before) {}
        askForMore()
    }

    /// In a turn of the main actor's own, and once however many frames are wanted.
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

    package func wake(whenBufferedUntil time: Duration) {}

    package func close() {
        let (frames, handler) = contents.withLock { state in
            defer { state.handler = nil }
            state.isClosed = true
            return (state.remove(.max), state.handler)
        }
        withExtendedLifetime((frames, handler)) {}
    }
}
