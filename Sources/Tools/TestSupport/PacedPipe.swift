import Foundation
import Glibc
import OrielPlatform
import Synchronization

/// A FIFO that delivers a transport stream or an audio stream in real time.
public final class PacedPipe: Sendable {
    /// Path for a reader to open.
    public let path: String
    private let writer: NamedThread
    private let ending: Wakeup

    /// Offset in bytes up to which the file is delivered at a time.
    private struct Step: Sendable {
        var time: Duration
        var end: Int
    }

    /// Starts to write once a reader opens the FIFO.
    /// - Parameters:
    ///   - file: file to deliver.
    ///   - folder: folder for the FIFO.
    ///   - lead: duration that is delivered at once.
    ///   - stall: time and duration of an interruption.
    public init(
        _ file: String, in folder: TemporaryFolder, lead: Duration = .zero,
        stall: (at: Duration, length: Duration)? = nil
    ) throws {
        let steps = try Self.steps(of: file)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let path = "\(folder.path)/paced.\(UInt64.random(in: 0 ... .max))"
        guard mkfifo(path, 0o600) == 0 else { throw TestSupportError("mkfifo: \(errno)") }
        self.path = path
        let ending = try Wakeup()
        self.ending = ending
        writer = try NamedThread("paced-writer") {
            signal(SIGPIPE, SIG_IGN)
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            let start = MonotonicClock.now
            var written = 0
            for step in steps {
                var due = start + max(.zero, step.time - lead)
                if let stall, step.time > stall.at { due += stall.length }
                var end = pollfd(fd: ending.descriptor, events: Int16(POLLIN), revents: 0)
                let wait = max(.zero, due - MonotonicClock.now)
                guard poll(&end, 1, CInt(clamping: wait.nanoseconds / 1_000_000)) == 0 else { return }
                while written < min(step.end, bytes.count) {
                    let limit = min(step.end, bytes.count)
                    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, limit - written) }
                    guard count > 0 else { return }
                    written += count
                }
            }
        }
    }

    deinit { end() }

    /// Ends the delivery, even if it is incomplete.
    public func end() {
        ending.signal()
        // If the writer waits for a reader or for room, this reader releases it.
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if reader >= 0 { close(reader) }
        unlink(path)
    }

    /// Returns the due time of each audio packet since the first, and the offset of its end.
    private static func steps(of file: String) throws -> [Step] {
        let child = try ChildProcess(
            "ffprobe",
            ["-v", "error", "-select_streams", "a:0", "-show_entries", "packet=pts_time,pos", "-of", "csv=p=0", file])
        guard child.wait(.seconds(60)) == .code(0) else { throw TestSupportError("ffprobe: \(child.standardError)") }
        let packets = child.standardOutput.split(separator: "\n").compactMap { line -> (time: Double, place: Int)? in
            let fields = line.split(separator: ",")
            guard fields.count >= 2, let time = Double(fields[0]), let place = Int(fields[1]) else { return nil }
            return (time, place)
        }
        guard let first = packets.first else { throw TestSupportError("\(file) has no sound") }
        // The bytes before a packet are delivered when the packet is due.
        var steps = packets.map { Step(time: .seconds($0.time - first.time), end: $0.place) }
        steps.append(Step(time: steps.last?.time ?? .zero, end: .max))
        return steps
    }
}
