import Glibc
import OrielAudioOutput
import OrielTestSupport
import Testing

/// libpulse, opened with the first sound.
@Suite struct PulseLibraryTests {
    /// Runs in a process of its own, which hasn't opened the library.
    private static func chooseTwice() -> Never {
        guard Descriptors.forbidden({ AudioSink.auto.choice.sink }) == .null else { _exit(10) }
        guard AudioSink.auto.choice.sink == .pulse else { _exit(11) }
        _exit(0)
    }

    @Test func whatLackedDescriptorsIsOpenedForTheNextSound() async {
        await #expect(processExitsWith: .exitCode(0)) { PulseLibraryTests.chooseTwice() }
    }
}
