import Glibc
import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import SystemPackage
import Testing

/// The D-Bus library, opened with the first connection.
@Suite struct BusLibraryTests {
    /// Error of a connection to a bus that isn't there.
    private static func refusal(_ loop: EventLoop) -> Errno? {
        do throws(PlatformError) {
            _ = try SessionBus(loop: loop, address: "unix:path=/nonexistent/bus")
            return nil
        } catch { return error.errno }
    }

    /// Runs in a process of its own, which hasn't opened the library.
    private static func connectTwice() -> Never {
        guard let loop = try? EventLoop() else { _exit(10) }
        guard Descriptors.forbidden({ refusal(loop) }) == .noFunction else { _exit(11) }
        guard Descriptors.forbidden({ !SessionBus.hasLibrary }) else { _exit(12) }
        guard refusal(loop) == .noSuchFileOrDirectory, SessionBus.hasLibrary else { _exit(13) }
        _exit(0)
    }

    @Test func whatLackedDescriptorsIsOpenedForTheNextConnection() async {
        await #expect(processExitsWith: .exitCode(0)) { BusLibraryTests.connectTwice() }
    }
}
