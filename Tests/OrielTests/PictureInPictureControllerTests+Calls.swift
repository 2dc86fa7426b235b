import Oriel
import Testing

/// Calls that the app makes: no callback comes inside one.
extension PictureInPictureControllerTests {
    /// Each call of an app that leads to a callback.
    enum AppCall: CaseIterable {
        case refusedStart, stop, close, openedAgain, noSource, otherSource, stopInCallback, startInCallback
    }

    /// An app whose state is a struct calls in a mutating method; a delegate that read the struct inside it would end
    /// the program.
    @Test(arguments: AppCall.allCases)
    func noCallbackComesInsideTheAppsOwnCall(call: AppCall) async throws {
        let controller = try active()
        recorder.answersWith = true
        var heardInside: [String] = []
        func calling(_ body: () -> Void) {
            let before = recorder.trace
            body()
            heardInside += recorder.trace.dropFirst(before.count)
        }
        switch call {
        case .refusedStart:
            host.closeButton()
            host.act(.sourceReady(false))
            calling { controller.startPictureInPicture() }
        case .stop: calling { controller.stopPictureInPicture() }
        case .close: calling { controller.closePictureInPicture() }
        case .openedAgain: calling { controller.returnFromPictureInPicture() }
        case .noSource: calling { controller.contentSource = nil }
        case .otherSource:
            let other = FakeHost()
            other.supportsPictureInPicture = false
            calling { controller.contentSource = .init(host: other) }
        case .stopInCallback:
            recorder.onCallback = { entry, controller in
                if entry == "willStart" { calling { controller.stopPictureInPicture() } }
            }
            host.closeButton()
            calling { controller.startPictureInPicture() }
        case .startInCallback:
            recorder.onCallback = { entry, controller in
                if entry == "willStop" { calling { controller.startPictureInPicture() } }
            }
            calling { controller.closePictureInPicture() }
        }
        #expect(heardInside.isEmpty)
        _ = recorder.trace
        await host.settle()
        #expect(!recorder.trace.isEmpty)
    }

    /// A call takes effect after the callback before it at the latest; events that come meanwhile wait for it.
    @Test func eventsOfTheMeantimeWaitForTheCallback() async throws {
        let controller = try active()
        recorder.answersWith = true
        controller.stopPictureInPicture()
        controller.closePictureInPicture()
        controller.startPictureInPicture()
        #expect(recorder.trace.isEmpty && controller.transitionState == .restoring)
        await host.settle()
        #expect(
            recorder.trace == ["restore", "willStop", "didStop(programmatic)", "willStart", "didStart"])
    }

    /// A loop that calls turn by turn: an app that tries again in each failure keeps it from nothing.
    @Test func aStartInEachFailureDoesNotHoldTheLoop() throws {
        host.isSourceReady = false
        let controller = try controller()
        var failures = 0
        recorder.onCallback = { _, controller in
            failures += 1
            controller.startPictureInPicture()
        }
        controller.startPictureInPicture()
        for turn in 1...5 {
            host.turn()
            #expect(failures == turn)
        }
    }
}
