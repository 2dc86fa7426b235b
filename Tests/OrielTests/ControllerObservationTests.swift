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

    @Test func aSlowReaderLosesTheOldestSnapshots() async throws {
        let controller = try controller()
        controller.startPictureInPicture()
        host.act()
        var snapshots = controller.snapshots().makeAsyncIterator()
        let first = controller.snapshot.revision
        for turn in 1...100 { host.act(.stashed(turn % 2 == 1)) }
        #expect(controller.snapshot.revision == first + 100)
        for revision in (first + 37)...(first + 100) { #expect(await snapshots.next()?.revision == revision) }
    }

    @Test func aReaderThatDoesNotComeBackHoldsNothingUp() async throws {
        let controller = try controller()
        var snapshots = controller.snapshots().makeAsyncIterator()
        _ = await snapshots.next()
        controller.startPictureInPicture()
        host.act()
        #expect(recorder.trace == ["willStart", "didStart"])
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
        await yield { ended == 1000 }
        #expect(ended == 1000)
    }
}
