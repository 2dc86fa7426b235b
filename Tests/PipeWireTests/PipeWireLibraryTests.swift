import Glibc
import OrielPipeWire
import OrielTestSupport
import Testing

/// libpipewire, opened with the first stream.
@Suite struct PipeWireLibraryTests {
    /// Runs in a process of its own, which hasn't opened the library.
    private static func openTwice() -> Never {
        guard Descriptors.forbidden({ PipeWireLibrary.problem }) != nil else { _exit(10) }
        guard PipeWireLibrary.problem == nil else { _exit(11) }
        _exit(0)
    }

    @Test func whatLackedDescriptorsIsOpenedForTheNextStream() async {
        await #expect(processExitsWith: .exitCode(0)) { PipeWireLibraryTests.openTwice() }
    }
}
