import Foundation
import OrielPlatform

/// Time that a program spends waiting for anything but a core, since a moment. A program that stands still waits; one
/// that decodes, or that a busy machine keeps from running, does not.
///
/// It is the wall-clock time less the running time of the program's busiest thread, less the time for which its
/// threads, and the busiest of each program beside it, were kept from a core (`/proc/PID/task/TID/schedstat`).
public struct IdleTime: Sendable {
    /// Running time and time in the run queue of a thread, in nanoseconds.
    private struct Share { var running = Int64(0), kept = Int64(0) }

    private let pid: Int32
    private let others: [Int32]
    private let start = MonotonicClock.now
    private let before: [Int32: [String: Share]]

    /// Begins to count.
    /// - Parameter others: programs on which this one depends, such as its compositor and the test.
    public init(of pid: Int32, beside others: [Int32] = []) {
        self.pid = pid
        self.others = others
        before = Dictionary(([pid] + others).map { ($0, Self.shares(of: $0)) }) { first, _ in first }
    }

    /// Idle time until now.
    public var elapsed: Duration {
        let own = growth(of: pid)
        let busy = (own.map(\.running).max() ?? 0) + own.reduce(0) { $0 + $1.kept }
        let kept = others.reduce(0) { $0 + (growth(of: $1).map(\.kept).max() ?? 0) }
        return max(.zero, MonotonicClock.now - start - .nanoseconds(busy + kept))
    }

    private func growth(of pid: Int32) -> [Share] {
        Self.shares(of: pid).map { thread, now in
            let then = before[pid]?[thread] ?? Share()
            return Share(running: now.running - then.running, kept: now.kept - then.kept)
        }
    }

    private static func shares(of pid: Int32) -> [String: Share] {
        let folder = "/proc/\(pid)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Dictionary(
            threads.compactMap { thread in
                let text = (try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)) ?? ""
                let numbers = text.split(separator: " ").prefix(2).compactMap { Int64($0) }
                return numbers.count == 2 ? (thread, Share(running: numbers[0], kept: numbers[1])) : nil
            }
        ) { first, _ in first }
    }
}
