import Foundation
import Glibc
public import OrielCompositors

/// Resource usage of a process and all its threads, from `/proc`.
public struct ProcessUsage: Hashable, Sendable {
    /// CPU time of the current threads (`schedstat`).
    public var cpuTime: Duration
    /// Context switches of the current threads.
    public var voluntarySwitches: Int
    public var involuntarySwitches: Int
    /// Resident memory in bytes (`VmRSS`).
    public var residentBytes: Int
    /// Number of open descriptors; nil if this user may not list them.
    public var descriptors: Int?
    public var threads: Int

    /// Reads the values of a process; nil if there is no such process or it is a zombie.
    public init?(of pid: Int32) {
        let root = "/proc/\(pid)"
        guard let tasks = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/task"),
            let resident = Self.field("VmRSS", in: "\(root)/status")
        else { return nil }
        cpuTime = .zero
        voluntarySwitches = 0
        involuntarySwitches = 0
        for task in tasks {
            let folder = "\(root)/task/\(task)"
            voluntarySwitches += Self.field("voluntary_ctxt_switches", in: "\(folder)/status") ?? 0
            involuntarySwitches += Self.field("nonvoluntary_ctxt_switches", in: "\(folder)/status") ?? 0
            let statistics = (try? String(contentsOfFile: "\(folder)/schedstat", encoding: .utf8)) ?? ""
            cpuTime += .nanoseconds(statistics.split(separator: " ").first.flatMap { Int64($0) } ?? 0)
        }
        residentBytes = resident * 1024
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/fd"))?.count
        threads = tasks.count
    }

    /// Sum of all context switches.
    public var switches: Int { voluntarySwitches + involuntarySwitches }

    /// Returns a process's proportional share of memory in bytes (`Pss`), which is slow to read. Nil if this user may
    /// not read it.
    public static func proportionalBytes(of pid: Int32) -> Int? {
        field("Pss", in: "/proc/\(pid)/smaps_rollup").map { $0 * 1024 }
    }

    /// Returns the resident memory of a process that isn't backed by files, in bytes: anonymous and shared memory. Nil
    /// if the process is gone.
    public static func ownBytes(of pid: Int32) -> Int? {
        let path = "/proc/\(pid)/status"
        guard let anonymous = field("RssAnon", in: path), let shared = field("RssShmem", in: path) else { return nil }
        return (anonymous + shared) * 1024
    }

    private static func field(_ name: String, in path: String) -> Int? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
            return line.dropFirst(name.count + 1).split(whereSeparator: { $0 == " " || $0 == "\t" }).first
                .flatMap { Int($0) }
        }
        return nil
    }
}

extension ChildProcess {
    /// The child's resource usage so far (`/proc`); nil once it has ended.
    public var usage: ProcessUsage? { ProcessUsage(of: pid) }
}
