import Oriel
import Testing

/// Restores: the return button, the delegate's answer, and answers that are late, doubled or given elsewhere.
extension PictureInPictureControllerTests {
    @Test func case21_returnButton() async throws {
        let controller = try active()
        recorder.answersWith = true
        host.returnButton()
        await host.settle()
        #expect(recorder.trace == ["restore", "willStop", "didStop(restoreRequested)"])
        #expect(host.isPlaying && !controller.isPictureInPictureActive)
    }

    @Test func case22_closeButton() throws {
        let controller = try active()
        host.closeButton()
        #expect(recorder.trace == ["willStop", "didStop(userClosed)"])
        #expect(!host.isPlaying && controller.transitionState == .idle)
    }

    @Test func case26_rejected() async throws {
        let controller = try active()
        recorder.answersWith = false
        controller.stopPictureInPicture()
        await host.settle()
        #expect(recorder.trace == ["restore", "willStop", "didStop(restoreRejected)"])
        #expect(!host.isPlaying)
    }

    @Test func case27_noAnswer() async throws {
        let controller = try active()
        controller.stopPictureInPicture()
        host.act()
        host.advance(by: .seconds(5))
        #expect(recorder.take() == ["restore", "willStop", "didStop(restoreTimedOut)"])
        recorder.handlers[0](true)
        await host.settle()
        #expect(recorder.trace.isEmpty && controller.transitionState == .idle)
    }

    /// The answer appears as an event in `oriel watch`.
    @Test(arguments: [true, false])
    func theAnswerToARestoreIsNoted(answer: Bool) async throws {
        let controller = try active()
        #expect(host.possibilities.first == true && host.possibilities.last == controller.isPictureInPicturePossible)
        recorder.answersWith = answer
        host.returnButton()
        await host.settle()
        #expect(host.restoreAnswers == [answer])
        recorder.handlers[0](!answer)
        await host.settle()
        #expect(host.restoreAnswers == [answer])
    }

    @Test(arguments: [true, false])
    func case28_twoAnswers(second: Bool) async throws {
        let controller = try active()
        controller.stopPictureInPicture()
        host.act()
        recorder.handlers[0](true)
        recorder.handlers[0](second)
        await host.settle()
        #expect(recorder.trace == ["restore", "willStop", "didStop(programmatic)"])
        #expect(host.isPlaying)
    }

    @Test func case29_noRestoreMethod() async throws {
        let controller = try active()
        let plain = PlainDelegate()
        controller.delegate = plain
        #expect(controller.restoresUserInterface)
        host.returnButton()
        await host.settle()
        #expect(plain.trace == ["willStop", "didStop"])
        #expect(!host.isPlaying)
        // The broker no longer takes it for one that can be swapped out.
        #expect(!controller.restoresUserInterface)
        #expect(host.reports.last?.canRestore == false)
    }

    @Test func case30_answeredInside() async throws {
        let controller = try active()
        recorder.onCallback = { [recorder] entry, controller in
            guard entry == "restore" else { return }
            recorder.handlers[0](true)
            recorder.trace.append("restore returns in \(controller.transitionState)")
        }
        controller.stopPictureInPicture()
        await host.settle()
        #expect(
            recorder.trace == ["restore", "restore returns in restoring", "willStop", "didStop(programmatic)"])
    }

    @Test func case31_answeredFromAnotherThread() async throws {
        let controller = try active()
        controller.stopPictureInPicture()
        host.act()
        let handler = recorder.handlers[0]
        await Task.detached { handler(true) }.value
        await host.settle()
        #expect(recorder.trace == ["restore", "willStop", "didStop(programmatic)"])
    }
}
