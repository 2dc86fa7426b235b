import FoundationEssentials
import Glibc
import OrielPlatform

/// The threads of this process (`/proc/self/task`).
enum ThreadList {
    /// Whether all threads with names of their own wait, as Oriel's and FFmpeg's, but the calling one: nothing more
    /// happens until time passes or the main actor acts. The test runner's threads may be busy.
    static var isResting: Bool {
        guard let folder = opendir("/proc/self/task") else { return true }
        defer { closedir(folder) }
        let caller = caller
        while let entry = readdir(folder) {
            let number = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
            }
            if number > 0, number != caller, isBusy(number, dirfd(folder)) { return false }
        }
        return true
    }

    /// Number of the calling thread; the link leads to "process/task/number".
    private static var caller: CInt {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { path in
            let length = readlink("/proc/thread-self", path.baseAddress!, path.count - 1)
            guard length > 0 else { return 0 }
            path[length] = 0
            return strrchr(path.baseAddress!, CInt(UInt8(ascii: "/"))).map { atoi($0 + 1) } ?? 0
        }
    }

    /// "number (name) state …"; a thread that has ended in the meantime has no file.
    private static func isBusy(_ thread: CInt, _ folder: CInt) -> Bool {
        let file = openat(folder, "\(thread)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { bytes in
            guard let line = bytes.baseAddress else { return false }
            let length = read(file, line, bytes.count - 1)
            guard length > 0 else { return false }
            line[length] = 0
            guard let name = strchr(line, CInt(UInt8(ascii: "("))), let end = strrchr(line, CInt(UInt8(ascii: ")"))),
                end[1] == CChar(UInt8(ascii: " ")), end[2] != CChar(UInt8(ascii: "S"))
            else { return false }
            end.pointee = 0
            return !isRunners(String(cString: name + 1))
        }
    }

    /// Whether a thread is of the test runner: the process's name, or that of a queue of the dispatch library.
    private static func isRunners(_ name: String) -> Bool {
        name == process || name.hasSuffix("-qos") || name.hasSuffix(".overcommit")
    }

    /// The process's name, as its first thread has it (`/proc/self/comm`).
    private static let process =
        (try? String(contentsOfFile: "/proc/self/comm", encoding: .utf8)).map { String($0.dropLast()) } ?? ""
}

/// Waits until a descriptor is readable (`poll`), by the kernel's time. False if `limit` passes before.
func waitReadable(_ descriptor: CInt, limit: Duration) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, CInt(clamping: (max(.zero, limit).nanoseconds + 999_999) / 1_000_000)) > 0
}
