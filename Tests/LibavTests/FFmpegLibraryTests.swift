import Glibc
import OrielLibav
import OrielTestSupport
import Testing

/// FFmpeg's libraries, opened with the first medium.
@Suite struct FFmpegLibraryTests {
    /// Runs in a process of its own, which hasn't opened the libraries.
    private static func openTwice() -> Never {
        guard Descriptors.forbidden({ FFmpegLibraries.problem }) != nil else { _exit(10) }
        guard !Descriptors.forbidden({ FFmpegLibraries.openFilters(orLog: "no filter") }) else { _exit(11) }
        guard FFmpegLibraries.problem == nil, FFmpegLibraries.openFilters(orLog: "no filter") else { _exit(12) }
        _exit(0)
    }

    @Test func whatLackedDescriptorsIsOpenedForTheNextMedium() async {
        await #expect(processExitsWith: .exitCode(0)) { FFmpegLibraryTests.openTwice() }
    }
}
