import Glibc
import OrielPlatform
import OrielTestSupport
import OrielText
import Testing

/// libass, opened with the first text.
@Suite struct LibassLoadingTests {
    /// Runs in a process of its own, which hasn't opened the library.
    private static func drawTwice() -> Never {
        guard let wakeup = try? Wakeup() else { _exit(10) }
        let engine = TextEngine()
        let client = engine.client(waking: wakeup)
        let refused = Descriptors.forbidden {
            client.draw(scene(.text(run("Hello"))))
            return picture(of: client, wakeup)
        }
        guard case .libraryIsMissing? = refused?.problem, engine.problem == refused?.problem else { _exit(11) }
        client.draw(scene(.text(run("Hello again"))))
        let drawn = picture(of: client, wakeup)
        guard drawn?.problem == nil, drawn?.bitmap != nil, engine.problem == nil else { _exit(12) }
        _exit(0)
    }

    @Test(.enabled(if: hasFonts, "no libass or no font is installed"))
    func whatLackedDescriptorsIsOpenedForTheNextText() async {
        await #expect(processExitsWith: .exitCode(0)) { LibassLoadingTests.drawTwice() }
    }
}
