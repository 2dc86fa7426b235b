import Foundation
import Glibc
import OrielPlatform
import SystemPackage
import Testing

@Suite struct NamedThreadTests {
    @Test func aThreadThatDoesNotEndIsWaitedForNoLongerThanWanted() throws {
        let end = try Wakeup()
        let thread = try NamedThread("waits") {
            var wanted = pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&wanted, 1, 20_000)
        }
        let start = MonotonicClock.now
        #expect(!thread.join(within: .milliseconds(30)))
        #expect(!thread.join(within: .zero))
        #expect(MonotonicClock.now - start < .seconds(10))
        end.signal()
        #expect(thread.join(within: .seconds(20)))
        #expect(thread.join(within: .zero))
    }

    /// Also while no processor has taken it up: `Stage` tells Oriel's threads from the test runner's by their names.
    @Test func itHasItsNameFromItsBeginning() throws {
        let end = try Wakeup()
        let names = try (0..<200).map { number in
            _ = try NamedThread("named \(number)") {
                var wanted = pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&wanted, 1, 20_000)
            }
            return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").map {
                (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) ?? ""
            }
        }
        end.signal()
        for (number, names) in names.enumerated() {
            #expect(names.contains("named \(number)\n"), "\(names)")
        }
    }

    @Test func itRunsItsBodyOnce() throws {
        let wakeup = try Wakeup()
        try NamedThread("runs") { wakeup.signal() }.join()
        #expect(wakeup.clear())
    }

    /// Runs in a process of its own, with exhausted memory.
    private static func start() -> Never {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        limit.rlim_cur = 1 << 20
        guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { _exit(10) }
        do {
            _ = try NamedThread("too many") {}
            _exit(11)
        } catch {
            _exit(error.errno == .resourceTemporarilyUnavailable ? 0 : 12)
        }
    }

    @Test func withoutRoomForItsStackItSaysSo() async {
        await #expect(processExitsWith: .exitCode(0)) { NamedThreadTests.start() }
    }
}
