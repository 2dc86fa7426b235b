import Foundation
import Glibc
import OrielPlatform

/// The threads of this process (`/proc/self/task`).
enum ThreadList {
    /// Whether all threads with names of their own wait, as Oriel's and FFmpeg's, but the calling one: nothing more
    /// happens until time passes or the main actor acts. The test runner's threads may be busy.
    static var isResting: Bool {
        let (folder, files) = ("/proc/self/task", FileManager.default)
        guard let own = files.contents(atPath: "/proc/self/comm"),
            let names = try? files.contentsOfDirectory(atPath: folder),
            let caller = try? files.destinationOfSymbolicLink(atPath: "/proc/thread-self").split(separator: "/").last
        else { return true }
        return names.allSatisfy { name in
            // "number (name) state …"; a thread that has ended in the meantime has no file.
            guard name != caller, let line = files.contents(atPath: "\(folder)/\(name)/stat"),
                let start = line.firstIndex(of: UInt8(ascii: "(")), let end = line.lastIndex(of: UInt8(ascii: ")")),
                end + 2 < line.endIndex, !isRunners(line[(start + 1)..<end], own)
            else { return true }
            return line[end + 2] == UInt8(ascii: "S")
        }
    }

    /// Whether a thread is of the test runner: the process's name, or that of a queue of the dispatch library.
    private static func isRunners(_ name: Data, _ process: Data) -> Bool {
        name == process.dropLast() || name.suffix(4) == Data("-qos".utf8) || name.suffix(11) == Data(".overcommit".utf8)
    }
}

/// Waits until a descriptor is readable (`poll`), by the kernel's time. False if `limit` passes before.
func waitReadable(_ descriptor: CInt, limit: Duration) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, CInt(clamping: (max(.zero, limit).nanoseconds + 999_999) / 1_000_000)) > 0
}
