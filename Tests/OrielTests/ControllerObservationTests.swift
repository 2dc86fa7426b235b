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

    /// Lets the session go on until the delegate has heard a callback.
    private func settle(until entry: String) async {
        let limit = ContinuousClock.now + .seconds(20)
        while !recorder.trace.contains(entry), ContinuousClock.now < limit {
            await Task.yield()
            host.act()
        }
    }

    /// However long its reader's way is, on the main actor or another one.
    @Test(arguments: [0, 1, 50]) func aSnapshotIsHandledBeforeTheMethodAboutTheSameChange(hops: Int) async throws {
        let controller = try controller()
        recorder.answersWith = true
        let snapshots = controller.snapshots()
        let reading = Task.detached { [recorder] in
            for await snapshot in snapshots {
                for _ in 0..<hops { await Task.yield() }
                await MainActor.run { recorder.trace.append("\(snapshot.state)") }
            }
        }
        await settle(until: "idle")
        for round in 0..<20 {
            recorder.trace = []
            controller.startPictureInPicture()
            await settle(until: "didStart")
            #expect(isBefore("starting", "willStart") && isBefore("active", "didStart"), "\(round) \(recorder.trace)")
            recorder.trace = []
            controller.stopPictureInPicture()
            await settle(until: "didStop(programmatic)")
            #expect(isBefore("restoring", "restore") && isBefore("idle", "didStop(programmatic)"), "\(recorder.trace)")
        }
        reading.cancel()
    }

    @Test func aReaderThatDoesNotComeBackIsNotWaitedForLong() async throws {
        let controller = try controller()
        var snapshots = controller.snapshots().makeAsyncIterator()
        _ = await snapshots.next()
        controller.startPictureInPicture()
        host.advance(by: .milliseconds(99))
        #expect(recorder.trace == [])
        host.advance(by: .milliseconds(1))
        #expect(recorder.trace == ["willStart", "didStart"])
        // It finds what came meanwhile, and is waited for again.
        var states: [PictureInPictureTransitionState] = []
        while states.last != .active, let snapshot = await snapshots.next() { states.append(snapshot.state) }
        #expect(states.contains(.starting) && states.last == .active)
        recorder.trace = []
        controller.stopPictureInPicture()
        host.act()
        #expect(recorder.trace == [])
        // One that is gone isn't waited for at all.
        snapshots = controller.snapshots().makeAsyncIterator()
        await settle(until: "restore")
        #expect(recorder.trace == ["restore"])
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
