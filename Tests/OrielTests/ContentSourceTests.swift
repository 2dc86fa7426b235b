import Oriel
import Testing

/// A controller whose source is replaced, with fake hosts; `CompositorTests.ContentSourceTests` has real ones.
@MainActor
@Suite struct ContentSourceTests {
    private let first = FakeHost()
    private let second = FakeHost()
    private let recorder = Recorder()

    private func active() throws -> PictureInPictureController {
        let controller = try #require(
            PictureInPictureController(contentSource: PictureInPictureController.ContentSource(host: first)))
        controller.delegate = recorder
        controller.startPictureInPicture()
        first.act()
        #expect(recorder.take() == ["willStart", "didStart"])
        return controller
    }

    private var source: PictureInPictureController.ContentSource { .init(host: second) }

    @Test func case55_aReadySourceTakesThePlaceAndEndsAsTheFirstWouldHave() throws {
        let controller = try active()
        controller.contentSource = source
        #expect(controller.isPictureInPictureActive && recorder.trace == [])
        #expect(second.predecessor === first && !first.isConnected && second.isConnected)
        second.closeButton()
        #expect(recorder.trace == ["willStop", "didStop(userClosed)"])
        #expect(second.overlays == [])
    }

    @Test func case56_aSourceWithoutAPictureInTimeEndsIt() throws {
        let controller = try active()
        second.isSourceReady = false
        controller.contentSource = source
        second.advance(by: .milliseconds(2900))
        #expect(recorder.trace == [])
        second.advance(by: .milliseconds(200))
        #expect(recorder.trace == ["willStop", "didStop(sourceLost)"])
        #expect(!controller.isPictureInPicturePossible)
    }

    @Test func withoutASourceItEndsAndIsNotPossibleUntilThereIsOneAgain() async throws {
        let controller = try active()
        controller.contentSource = nil
        first.act()
        #expect(recorder.take() == ["willStop", "didStop(sourceLost)"])
        #expect(!first.isConnected && first.overlays == [])
        controller.startPictureInPicture()
        await first.settle()
        #expect(recorder.take() == ["fTS(notPossible)"])
        controller.contentSource = source
        #expect(second.predecessor == nil)
        controller.startPictureInPicture()
        second.act()
        #expect(recorder.trace == ["willStart", "didStart"])
    }

    /// A transition in progress ends with the source with which it began.
    @Test func aRestoreUnderWayEndsBeforeTheSourceIsReplaced() throws {
        let controller = try active()
        first.returnButton()
        controller.contentSource = source
        #expect(!second.isConnected)
        first.act(.closeButton(generation: first.overlay))
        #expect(recorder.trace == ["restore", "willStop", "didStop(userClosed)"])
        #expect(second.isConnected && !first.isConnected)
    }

    @Test func aSourceThatCannotBeShownCountsAsNone() throws {
        let controller = try active()
        second.supportsPictureInPicture = false
        controller.contentSource = source
        first.act()
        #expect(controller.contentSource == nil)
        #expect(recorder.trace == ["willStop", "didStop(sourceLost)"])
    }

    @Test func aSourceReplacedInsideACallbackIsTheOneThatGoesOn() throws {
        let controller = try active()
        recorder.onCallback = { [source] entry, controller in
            if entry.hasPrefix("didStop") { controller.contentSource = source }
        }
        controller.closePictureInPicture()
        first.act()
        controller.startPictureInPicture()
        second.act()
        #expect(recorder.trace == ["willStop", "didStop(programmatic)", "willStart", "didStart"])
    }
}
