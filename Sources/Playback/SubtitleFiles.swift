import CFFmpeg
import CLinux
import Glibc
import OrielMedia
package import OrielPlatform

/// Subtitles in files of their own: those that were named, and those that lie beside the medium. Read as a whole, on a thread
/// that ends with the last of them.
package final class SubtitleFiles: Sendable {
    private struct State {
        var streams: [SubtitleStream] = []
        var problems: [MediaError] = []
        var isRunning = true
    }

    private let core: PipelineCore
    private let state = Monitor(State())
    private let thread: Monitor<NamedThread?>

    /// Starts to read.
    /// - Parameters:
    ///   - named: what can't be read of these is told.
    ///   - medium: whose neighbours are read as well; nil for none.
    ///   - http: how web servers are asked for them.
    ///   - reading: help to read them.
    ///   - wakeup: signalled with each file.
    package init(
        _ named: [MediaLocation], beside medium: MediaLocation?, allowsNetwork: Bool,
        http: HTTPOptions = HTTPOptions(longestReconnectDelay: .zero), reading: SubtitleReading = SubtitleReading(),
        wakeup: Wakeup
    ) throws(PlatformError) {
        core = try PipelineCore(loops: false, renderer: nil, wakeup: wakeup)
        thread = Monitor(nil)
        let started = try NamedThread("oriel-subtitles") { [core, state] in
            if FFmpegLibraries.problem == nil {
                LibavLog.redirect()
                for location in named { Self.read(location, isNamed: true, allowsNetwork, http, reading, core, state) }
                for path in medium.map(SubtitleNeighbours.paths) ?? [] where !named.contains(.path(path)) {
                    Self.read(.path(path), isNamed: false, allowsNetwork, http, reading, core, state)
                }
            }
            // libavformat had all of them at once.
            ProcessMemory.trim()
            state.update { $0.isRunning = false }
        }
        thread.update { $0 = started }
    }

    deinit { close() }

    /// What was read so far: the named ones first.
    package var streams: [SubtitleStream] { state.withLock { $0.streams } }

    /// Nothing more is to come.
    package var isComplete: Bool { state.withLock { !$0.isRunning } }

    /// Why a named file can't be read, each once.
    package func takeProblems() -> [MediaError] {
        state.withLock { state in
            defer { state.problems = [] }
            return state.problems
        }
    }

    /// Ends the thread. What was read stays.
    package func close() {
        core.state.update { $0.isClosing = true }
        core.closing.signal()
        let thread = thread.update { thread in
            defer { thread = nil }
            return thread
        }
        // One that waits for a name server ends by itself.
        if let thread, state.wait(upTo: .milliseconds(80), { $0.isRunning ? nil : true }) != nil { thread.join() }
    }

    /// libavformat reads files of text as a whole.
    private static let textBytes = 64 << 20

    private static func checkSize(of location: MediaLocation) throws(MediaError) {
        guard case .path(let path) = location, !path.lowercased().hasSuffix(".sup") else { return }
        var status = Glibc.stat()
        guard stat(path, &status) == 0, status.st_size > textBytes else { return }
        throw MediaError(.unreadable("it is larger than any subtitles"), location)
    }

    private static func read(
        _ location: MediaLocation, isNamed: Bool, _ allowsNetwork: Bool, _ http: HTTPOptions,
        _ reading: SubtitleReading, _ core: PipelineCore, _ state: Monitor<State>
    ) {
        guard !core.isClosing else { return }
        do throws(MediaError) {
            try checkSize(of: location)
            let source = try MediaSource(
                location, for: .subtitles, allowsNetwork: allowsNetwork, http: http, subtitles: reading.file(location),
                core: core)
            let streams = source.subtitles.values.sorted { $0.info.stream < $1.info.stream }
            guard !streams.isEmpty else { throw MediaError(.noSubtitles, location) }
            guard let scratch = av_packet_alloc() else { throw MediaError(.failed("out of memory"), location) }
            defer {
                var packet: UnsafeMutablePointer<AVPacket>? = scratch
                av_packet_free(&packet)
            }
            while !core.isClosing, try source.read(scratch) >= 0 {
                _ = source.subtitles[scratch.pointee.stream_index]?.append(scratch.pointee)
                av_packet_unref(scratch)
            }
            state.update { $0.streams += streams }
            if source.input?.isCut == true || streams.contains(where: \.isCut), isNamed {
                let words = "it has more than any subtitles; the first are shown"
                state.update { $0.problems.append(MediaError(.unreadable(words), location)) }
            }
        } catch {
            guard isNamed, !core.isClosing else { return }
            state.update { $0.problems.append(error) }
        }
        core.wakeup.signal()
    }
}
