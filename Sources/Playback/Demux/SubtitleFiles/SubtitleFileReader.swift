import CFFmpeg
import CLinux
import DequeModule
import Glibc
import OrielLibav
import OrielPlatform

/// Worker of `SubtitleFiles`, shared with its thread: the queue of files to read, and the streams that were read.
struct SubtitleFileReader: Sendable {
    struct State {
        /// Streams that were read, with the numbers of their batches.
        var streams: [(stream: SubtitleStream, batch: Int)] = []
        var problems: [MediaError] = []
        var isRunning = false
        fileprivate var waiting: Deque<Job> = []
        fileprivate var batches = 0
        fileprivate var named = 0
    }

    fileprivate enum Job {
        case file(MediaLocation, batch: Int)
        /// Files beside a medium, except those that were named.
        case neighbours(of: MediaLocation, besides: [MediaLocation], batch: Int)
    }

    let interruption: Interruption
    /// Signalled after each file.
    let wakeup: Wakeup
    let allowsNetwork: Bool
    let http: HTTPOptions
    let reading: SubtitleReading
    let state = Monitor(State())
    private let closed = Monitor(false)

    /// Largest text file in bytes, since libavformat reads such files as a whole.
    private static let textBytes = 64 << 20
    /// Largest number of packet bytes of all files together.
    private static let bytesInAll = 128 << 20

    /// - Throws: if the system refuses a descriptor.
    init(
        wakeup: Wakeup, allowsNetwork: Bool, http: HTTPOptions, reading: SubtitleReading
    ) throws(PlatformError) {
        let closed = closed
        interruption = Interruption(closing: try Wakeup()) { closed.withLock { $0 } }
        self.wakeup = wakeup
        self.allowsNetwork = allowsNetwork
        self.http = http
        self.reading = reading
    }

    /// Queues files. Files beyond the limits are reported as a problem.
    /// - Returns: the number of the batch, and whether the caller has to start a thread.
    func append(_ named: [MediaLocation], beside medium: MediaLocation?) -> (batch: Int, starts: Bool) {
        state.update { state in
            state.batches += 1
            let batch = state.batches
            let room = min(SubtitleFiles.filesAtOnce, max(0, SubtitleFiles.filesInAll - state.named))
            for location in named.prefix(room) { state.waiting.append(.file(location, batch: batch)) }
            state.named += min(room, named.count)
            if named.count > room {
                let words = "at most \(room) more subtitle files can be added; \(named.count - room) are skipped"
                state.problems.append(MediaError(.failed(words), named[room]))
            }
            if let medium { state.waiting.append(.neighbours(of: medium, besides: named, batch: batch)) }
            defer { state.isRunning = state.isRunning || !state.waiting.isEmpty }
            return (batch, !state.isRunning && !state.waiting.isEmpty)
        }
    }

    /// Empties the queue because no thread could be started.
    func refuse() {
        state.update { state in
            state.waiting = []
            state.isRunning = false
        }
    }

    /// Interrupts reading and has the thread end.
    func stop() {
        closed.update { $0 = true }
        interruption.closing.signal()
    }

    /// Runs the thread: reads the queued files until none is left.
    func run() {
        let isAble = FFmpegLibraries.problem == nil
        if isAble { LibavLog.redirect() }
        repeat {
            while let job = takeJob() { if isAble { perform(job) } }
            // libavformat held all of a file at once.
            ProcessMemory.trim()
        } while !isOver()
        // Also reports problems of a batch without files.
        wakeup.signal()
    }

    private func takeJob() -> Job? {
        guard !interruption.isClosing else { return nil }
        return state.update { $0.waiting.popFirst() }
    }

    private func isOver() -> Bool {
        let isClosing = interruption.isClosing
        return state.update { state in
            guard isClosing || state.waiting.isEmpty else { return false }
            state.waiting = []
            state.isRunning = false
            return true
        }
    }

    private func perform(_ job: Job) {
        switch job {
        case .file(let location, let batch): read(location, isNamed: true, batch)
        case .neighbours(let medium, let named, let batch):
            for path in SubtitleNeighbours.paths(of: medium) where !named.contains(.path(path)) {
                read(.path(path), isNamed: false, batch)
            }
        }
    }

    private static func checkSize(of location: MediaLocation) throws(MediaError) {
        guard case .path(let path) = location, !path.lowercased().hasSuffix(".sup") else { return }
        var status = Glibc.stat()
        guard PathText.withCString(path, { stat($0, &status) }) == 0, status.st_size > textBytes else { return }
        throw MediaError(.unreadable("it is too large for a subtitle file"), location)
    }

    private func read(_ location: MediaLocation, isNamed: Bool, _ batch: Int) {
        guard !interruption.isClosing else { return }
        do throws(MediaError) {
            let known = state.withLock { $0.streams.reduce(0) { $0 + $1.stream.byteCount } }
            guard known < Self.bytesInAll else {
                throw MediaError(.failed("the earlier subtitle files already use the memory for subtitles"), location)
            }
            try Self.checkSize(of: location)
            let source = try MediaSource(
                location, for: .subtitles, allowsNetwork: allowsNetwork, http: http, subtitles: reading.file(location),
                interruption: interruption)
            let streams = source.subtitles.values.sorted { $0.info.stream < $1.info.stream }
            guard !streams.isEmpty else { throw MediaError(.noSubtitles, location) }
            guard let packet = Packet() else { throw MediaError(.failed("out of memory"), location) }
            let scratch = packet.pointer
            defer { withExtendedLifetime(packet) {} }
            while !interruption.isClosing, try source.read(scratch) >= 0 {
                _ = source.subtitles[scratch.pointee.stream_index]?.append(scratch.pointee)
                av_packet_unref(scratch)
            }
            state.update { $0.streams += streams.map { ($0, batch) } }
            if source.input?.isCut == true || streams.contains(where: \.isCut), isNamed {
                let words = "has too many subtitles; only the first are shown"
                state.update { $0.problems.append(MediaError(.cut(words), location)) }
            }
        } catch {
            guard isNamed, !interruption.isClosing else { return }
            state.update { $0.problems.append(error) }
        }
        wakeup.signal()
    }
}
