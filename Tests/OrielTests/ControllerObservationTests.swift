import Observation
import Oriel
import Synchronization
import Testing

/// The changes that an observer of a controller sees, and their order.
@MainActor @Suite struct ControllerObservationTests {
    private let host = FakeHost()
    private let recorder = Recorder()

    private func controller() throws -> PictureInPictureController {
        let controller = try #require(
            PictureInPictureController(contentSource: PictureInPictureController.ContentSource(host: host)))
        controller.delegate = recorder
        return controller
    }

    /// Whether `first` comes before `second` in the trace, and both are there.
    private func isBefore(_ first: String, _ second: String) -> Bool {
        guard let one = recorder.trace.firstIndex(of: first), let other = recorder.trace.firstIndex(of: second) else {
            return false
        }
        return one < other
    }

    @Test func aSnapshotComesBeforeTheMethodAboutTheSameChange() async throws {
        let controller = try controller()
        recorder.answersWith = true
        let snapshots = controller.snapshots()
        let reading = Task { [recorder] in
            for await snapshot in snapshots { recorder.trace.append("\(snapshot.state)") }
        }
        await host.settle()
        for round in 0..<20 {
            recorder.trace = []
            controller.startPictureInPicture()
            await host.settle()
            #expect(isBefore("starting", "willStart") && isBefore("active", "didStart"), "\(round) \(recorder.trace)")
            recorder.trace = []
            controller.stopPictureInPicture()
            await host.settle()
            #expect(isBefore("restoring", "restore") && isBefore("idle", "didStop(programmatic)"), "\(recorder.trace)")
        }
        reading.cancel()
    }

    @Test func aPropertyIsToldWithItsChangeBeforeTheDelegate() throws {
        let controller = try controller()
        let told = Mutex<[String]>([])
        func observe(_ name: String, _ read: () -> Void) {
            withObservationTracking(read) { told.withLock { $0.append(name) } }
        }
        observe("active") { _ = controller.isPictureInPictureActive }
        observe("stashed") { _ = controller.isPictureInPictureStashed }
        observe("state") { _ = controller.transitionState }
        observe("linear") { _ = controller.requiresLinearPlayback }
        var atDidStart: [String] = []
        recorder.onCallback = { entry, _ in if entry == "didStart" { atDidStart = told.withLock(\.self) } }
        controller.startPictureInPicture()
        host.act()
        #expect(Set(atDidStart) == ["active", "state"])
        controller.requiresLinearPlayback = true
        host.act(.stashed(true))
        #expect(told.withLock(\.self).suffix(2) == ["linear", "stashed"])
    }

    @Test func theStreamsDoNotKeepTheController() async throws {
        var controller: PictureInPictureController? = try controller()
        weak let released = controller
        var ended = 0
        for _ in 0..<1000 {
            if let snapshots = controller?.snapshots() {
                Task {
                    for await _ in snapshots {}; ended += 1
                }
            }
        }
        await Task.yield()
        controller = nil
        #expect(released == nil)
        let limit = ContinuousClock.now + .seconds(20)
        while ended < 1000, ContinuousClock.now < limit { await Task.yield() }
        #expect(ended == 1000)
    }
}
