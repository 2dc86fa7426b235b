import OrielMedia
package import OrielPlatform

/// Subtitles in files of their own: named ones, and those that lie beside the medium. One thread reads each as a whole, one after
/// the other, and ends when no more wait. All threads.
package final class SubtitleFiles: Sendable {
    /// Number of files that one call of `read` may name, and that may be named in all.
    package static let filesAtOnce = 64
    package static let filesInAll = 256
    /// How long a thread is waited for when it is to end. One that waits for a name server ends by itself.
    private static let patience = Duration.milliseconds(80)

    private let reader: SubtitleFileReader
    private let thread = Monitor<NamedThread?>(nil)

    /// Reads nothing yet.
    /// - Parameters:
    ///   - http: how web servers are asked for the files.
    ///   - reading: help to read them.
    ///   - wakeup: signalled with each file.
    package init(
        allowsNetwork: Bool, http: HTTPOptions = HTTPOptions(longestReconnectDelay: .zero),
        reading: SubtitleReading = SubtitleReading(), wakeup: Wakeup
    ) throws(PlatformError) {
        reader = SubtitleFileReader(
            core: try PipelineCore(loops: false, renderer: nil, wakeup: wakeup), allowsNetwork: allowsNetwork,
            http: http, reading: reading)
    }

    /// Starts to read files: `read` of a new reader.
    package convenience init(
        _ named: [MediaLocation], beside medium: MediaLocation?, allowsNetwork: Bool,
        http: HTTPOptions = HTTPOptions(longestReconnectDelay: .zero), reading: SubtitleReading = SubtitleReading(),
        wakeup: Wakeup
    ) throws(PlatformError) {
        try self.init(allowsNetwork: allowsNetwork, http: http, reading: reading, wakeup: wakeup)
        try read(named, beside: medium)
    }

    deinit { close() }

    /// Reads more files.
    /// - Parameters:
    ///   - named: the reason why one of these can't be read is a problem.
    ///   - medium: files that lie beside it are read as well; nil for none.
    /// - Returns: the number of this batch.
    /// - Throws: where the system gives no thread.
    @discardableResult
    package func read(_ named: [MediaLocation], beside medium: MediaLocation? = nil) throws(PlatformError) -> Int {
        let (batch, starts) = reader.append(named, beside: medium)
        guard starts else {
            // There may be a problem to be told.
            reader.core.wakeup.signal()
            return batch
        }
        do throws(PlatformError) {
            let started = try NamedThread("oriel-subtitles") { [reader] in reader.run() }
            thread.update { $0 = started }
        } catch {
            reader.refuse()
            throw error
        }
        return batch
    }

    /// Subtitles that were read so far, in the order in which the files were named.
    package var streams: [SubtitleStream] { reader.state.withLock { $0.streams.map(\.stream) } }

    /// The first subtitles of a batch; nil while none of its files was read.
    package func first(of batch: Int) -> SubtitleStream? {
        reader.state.withLock { state in state.streams.first { $0.batch == batch }?.stream }
    }

    /// Nothing more is to come.
    package var isComplete: Bool { reader.state.withLock { !$0.isRunning } }

    /// The reasons why named files can't be read, each once.
    package func takeProblems() -> [MediaError] {
        reader.state.withLock { state in
            defer { state.problems = [] }
            return state.problems
        }
    }

    /// Ends the thread. Subtitles that were read stay.
    package func close() { Self.close([self]) }

    /// Ends the threads of several at once, and waits for all of them no longer than for one.
    package static func close(_ all: [SubtitleFiles]) {
        for files in all { files.reader.stop() }
        let deadline = MonotonicClock.now + patience
        for files in all {
            let thread = files.thread.update { thread in
                defer { thread = nil }
                return thread
            }
            guard let thread else { continue }
            let left = max(.zero, deadline - MonotonicClock.now)
            let hasEnded = files.reader.state.wait(upTo: left) { $0.isRunning ? nil : true } != nil
            if hasEnded { thread.join() }
        }
    }
}
