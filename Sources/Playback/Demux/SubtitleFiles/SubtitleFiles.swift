package import OrielLibav
package import OrielPlatform

/// Subtitles in separate files: named ones, and those beside the medium. One thread reads each file as a whole, one
/// after another, and ends when the queue is empty. Any thread.
package final class SubtitleFiles: Sendable {
    /// Largest number of files in one call of `read`, and of all files together.
    package static let filesAtOnce = 64
    package static let filesInAll = 256
    /// Longest wait for a thread's end. A thread that waits for a name server ends later, by itself.
    private static let patience = Duration.milliseconds(80)

    private let reader: SubtitleFileReader
    private let thread = Monitor<NamedThread?>(nil)

    /// Makes a reader without files.
    /// - Parameters:
    ///   - http: the HTTP options for reading the files.
    ///   - reading: hints for reading them.
    ///   - wakeup: signalled after each file.
    /// - Throws: if the system refuses a descriptor.
    package init(
        allowsNetwork: Bool, http: HTTPOptions = HTTPOptions(longestReconnectDelay: .zero),
        reading: SubtitleReading = SubtitleReading(), wakeup: Wakeup
    ) throws(PlatformError) {
        reader = try SubtitleFileReader(
            wakeup: wakeup, allowsNetwork: allowsNetwork, http: http, reading: reading)
    }

    /// Makes a reader and starts to read files, as `read` does.
    package convenience init(
        _ named: [MediaLocation], beside medium: MediaLocation?, allowsNetwork: Bool,
        http: HTTPOptions = HTTPOptions(longestReconnectDelay: .zero), reading: SubtitleReading = SubtitleReading(),
        wakeup: Wakeup
    ) throws(PlatformError) {
        try self.init(allowsNetwork: allowsNetwork, http: http, reading: reading, wakeup: wakeup)
        try read(named, beside: medium)
    }

    deinit { close() }

    /// Starts to read more files.
    /// - Parameters:
    ///   - named: the files; a failure to read one of them is a problem.
    ///   - medium: a medium whose neighbouring subtitle files are read as well; nil for none.
    /// - Returns: the number of this batch.
    /// - Throws: if the system refuses a thread.
    @discardableResult
    package func read(_ named: [MediaLocation], beside medium: MediaLocation? = nil) throws(PlatformError) -> Int {
        let (batch, starts) = reader.append(named, beside: medium)
        guard starts else {
            // There may be a problem to report.
            reader.wakeup.signal()
            return batch
        }
        // The former thread said that its queue is empty, and does no more than end.
        thread.update { former in
            defer { former = nil }
            return former
        }?.join()
        do throws(PlatformError) {
            let started = try NamedThread("oriel-subtitles") { [reader] in reader.run() }
            thread.update { $0 = started }
        } catch {
            reader.refuse()
            throw error
        }
        return batch
    }

    /// Streams that were read so far, in the order in which the files were named.
    package var streams: [SubtitleStream] { reader.state.withLock { $0.streams.map(\.stream) } }

    /// The first stream of a batch; nil while none of its files was read.
    package func first(of batch: Int) -> SubtitleStream? {
        reader.state.withLock { state in state.streams.first { $0.batch == batch }?.stream }
    }

    /// Whether the queue is empty and nothing is being read.
    package var isComplete: Bool { reader.state.withLock { !$0.isRunning } }

    /// Takes the reasons why named files could not be read; each is returned once.
    package func takeProblems() -> [MediaError] {
        reader.state.withLock { state in
            defer { state.problems = [] }
            return state.problems
        }
    }

    /// Ends the thread. Streams that were read stay available.
    package func close() { Self.close([self]) }

    /// Ends the threads of several readers at once, and waits no longer than for one.
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
