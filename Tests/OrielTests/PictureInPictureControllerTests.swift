import Oriel
import Synchronization
import Testing

/// The controller over a faked host: what an app sees.
@MainActor
@Suite struct PictureInPictureControllerTests {
    let host = FakeHost()
    let recorder = Recorder()

    func controller() throws -> PictureInPictureController {
        let controller = try #require(
            PictureInPictureController(contentSource: PictureInPictureController.ContentSource(host: host)))
        controller.delegate = recorder
        return controller
    }

    func active() throws -> PictureInPictureController {
        let controller = try controller()
        controller.startPictureInPicture()
        host.act()
        _ = recorder.take()
        return controller
    }

    @Test func case01_start() throws {
        let controller = try controller()
        #expect(controller.isPictureInPicturePossible)
        controller.startPictureInPicture()
        #expect(controller.transitionState == .requesting)
        host.act()
        #expect(recorder.trace == ["willStart", "didStart"])
        #expect(recorder.activity == [false, true])
        #expect(controller.isPictureInPictureActive && controller.transitionState == .active)
        #expect(host.notes == 2)
    }

    @Test func case02_unsupported() {
        host.supportsPictureInPicture = false
        let source = PictureInPictureController.ContentSource(host: host)
        #expect(PictureInPictureController(contentSource: source) == nil)
        #expect(throws: StartError(PictureInPictureError.notSupported.description)) {
            try PictureInPictureController(showing: source)
        }
        #expect(!host.isConnected)
        #expect(!PictureInPictureController.isPictureInPictureSupported(), "without an application")
    }

    @Test func case03_notPossible() throws {
        host.isSourceReady = false
        let controller = try controller()
        controller.startPictureInPicture()
        host.act()
        #expect(recorder.trace == ["fTS(notPossible)"])
        #expect(PictureInPictureError.notPossible.code == .pictureInPictureStartFailed)
    }

    @Test func case11_whenPossible() throws {
        host.isSourceReady = false
        let controller = try controller()
        controller.startPictureInPictureWhenPossible(within: .seconds(1))
        host.advance(by: .milliseconds(400))
        #expect(recorder.trace.isEmpty)
        host.act(.sourceReady(true))
        #expect(recorder.trace == ["willStart", "didStart"])
    }

    @Test func case17_notForeground() throws {
        let controller = try controller()
        host.hasUserIntent = false
        host.act(.backgrounded(.leftByUser))
        controller.startPictureInPicture()
        host.act()
        #expect(recorder.trace == ["fTS(notForeground)"])
    }

    @Test func case19_noDelegate() throws {
        let controller = try controller()
        controller.delegate = nil
        controller.startPictureInPicture()
        host.act()
        #expect(controller.isPictureInPictureActive)
        host.closeButton()
        #expect(!controller.isPictureInPictureActive && host.overlays.isEmpty)
        #expect(recorder.trace.isEmpty)
    }

    /// The object behind a controller, which has to end with it. No other code needs it, so it is read by reflection.
    private static func engine(of controller: PictureInPictureController) throws -> AnyObject {
        let stored = Mirror(reflecting: controller).children.first { $0.label == "engine" }
        return try #require(stored).value as AnyObject
    }

    @Test func case20_released() throws {
        weak var weakController: PictureInPictureController?
        weak var engine: AnyObject?
        do {
            let controller = try active()
            weakController = controller
            engine = try Self.engine(of: controller)
            #expect(engine != nil)
            #expect(host.overlays.count == 1)
        }
        #expect(weakController == nil && engine == nil)
        #expect(host.overlays.isEmpty && !host.isConnected)
        #expect(host.requests.last == .leave)
        #expect(recorder.trace.isEmpty)
    }

    @Test(arguments: [PictureInPictureTransitionState.idle, .requesting, .starting, .active, .restoring, .stopping])
    func case20_aHundredAreReleasedInEachState(state: PictureInPictureTransitionState) throws {
        for _ in 0..<100 {
            let host = FakeHost()
            host.grants = state != .requesting
            host.presentsOverlay = state != .starting
            host.finishesAnimation = state != .stopping
            weak var engine: AnyObject?
            do {
                let controller = try #require(
                    PictureInPictureController(contentSource: PictureInPictureController.ContentSource(host: host)))
                controller.delegate = recorder
                engine = try Self.engine(of: controller)
                if state != .idle { controller.startPictureInPicture() }
                host.act()
                if state == .restoring { host.returnButton() }
                if state == .stopping { host.closeButton() }
                #expect(controller.transitionState == state)
                _ = recorder.take()
            }
            #expect(engine == nil && host.overlays.isEmpty && !host.isConnected && recorder.trace.isEmpty)
        }
    }

    @Test func case20_releasedInsideACallback() throws {
        var controller: PictureInPictureController? = try active()
        weak let weakController = controller
        recorder.onCallback = { entry, _ in if entry == "willStop" { controller = nil } }
        // Closed by the app, so that everything up to didStop is one batch.
        host.act(.locked(true))
        _ = recorder.take()
        host.act(.close)
        #expect(weakController == nil)
        #expect(recorder.trace == ["willStop"])
        #expect(host.overlays.isEmpty && !host.isConnected)
    }

    /// `controller = PictureInPictureController(…)` in a method that runs twice: the second is made while the first is
    /// there.
    @Test(arguments: [false, true])
    func aNewerControllerTakesOverFromTheFormer(isActive: Bool) async throws {
        let former = try isActive ? active() : controller()
        let newer = try #require(
            PictureInPictureController(contentSource: PictureInPictureController.ContentSource(host: host)))
        let second = Recorder()
        second.answersWith = true
        newer.delegate = second
        #expect(former.contentSource == nil && !former.isPictureInPicturePossible && !former.isPictureInPictureActive)
        #expect(newer.isPictureInPictureActive == isActive && newer.isPictureInPicturePossible)
        if !isActive { newer.startPictureInPicture() }
        await host.settle()
        newer.stopPictureInPicture()
        await host.settle()
        let started = isActive ? [] : ["willStart", "didStart"]
        #expect(second.trace == started + ["restore", "willStop", "didStop(programmatic)"])
        #expect(recorder.trace.isEmpty)
    }

    @Test func theFormerControllerMayGoWithoutTheNewersPicture() throws {
        var former: PictureInPictureController? = try active()
        let newer = try #require(
            PictureInPictureController(contentSource: PictureInPictureController.ContentSource(host: host)))
        weak let formerly = former
        former = nil
        #expect(formerly == nil && host.overlays.count == 1 && newer.isPictureInPictureActive)
        #expect(!host.requests.contains(.leave) && host.controller === newer)
    }

    @Test func case32_stopInsideWillStart() throws {
        let controller = try controller()
        recorder.onCallback = { [recorder] entry, controller in
            guard entry == "willStart" else { return }
            controller.stopPictureInPicture()
            recorder.trace.append("willStart returns")
        }
        controller.startPictureInPicture()
        host.act()
        #expect(recorder.trace == ["willStart", "willStart returns", "fTS(cancelled)"])
        #expect(host.overlays.isEmpty)
    }

    @Test func case33_startInsideDidStop() throws {
        let controller = try active()
        recorder.onCallback = { entry, controller in
            if entry.hasPrefix("didStop") { controller.startPictureInPicture() }
        }
        controller.closePictureInPicture()
        host.act()
        #expect(recorder.trace == ["willStop", "didStop(programmatic)", "willStart", "didStart"])
    }

    @Test func case45_aLateAsyncRestoreIsNotDelivered() async throws {
        let controller = try active()
        let delegate = AsyncDelegate()
        controller.delegate = delegate
        controller.stopPictureInPicture()
        // Before the restore's task runs, that session is over and another one active.
        controller.closePictureInPicture()
        host.act()
        controller.startPictureInPicture()
        host.act()
        await host.settle()
        #expect(delegate.trace == ["didStop(programmatic)"])
        #expect(controller.isPictureInPictureActive)
    }

    @Test func case46_lateSubscriber() async throws {
        let controller = try active()
        var snapshots = controller.snapshots().makeAsyncIterator()
        let first = await snapshots.next()
        #expect(first == controller.snapshot)
        #expect(first?.isActive == true && first?.isSuspended == false)
        host.act(.locked(true))
        let second = await snapshots.next()
        #expect(second?.isSuspended == true)
        #expect(second?.revision == (first?.revision ?? 0) + 1)
    }

    @Test func case60_stash() throws {
        let controller = try active()
        host.act(.stashed(true))
        #expect(controller.isPictureInPictureStashed)
        host.act(.stashed(false))
        #expect(recorder.trace == ["stashed(true)", "stashed(false)"])
    }

    @Test func case63_lock() throws {
        let controller = try active()
        host.act(.locked(true))
        #expect(controller.isPictureInPictureSuspended && !host.isPlaying)
        host.act(.locked(false))
        #expect(!controller.isPictureInPictureSuspended && host.isPlaying)
        #expect(recorder.trace == ["suspended(true)", "suspended(false)"])
    }

    @Test func asyncRestore() async throws {
        let controller = try active()
        let delegate = AsyncDelegate()
        controller.delegate = delegate
        host.returnButton()
        await host.settle()
        #expect(delegate.trace == ["restore", "didStop(restoreRequested)"])
        #expect(!controller.isPictureInPictureActive)
    }

    @Test func asyncVerbs() async throws {
        let controller = try controller()
        recorder.answersWith = true
        let start = Task { try await controller.start() }
        await host.settle()
        try await start.value
        #expect(controller.isPictureInPictureActive)
        try await controller.start()
        let stop = Task { await controller.stop() }
        await host.settle()
        #expect(await stop.value == .programmatic)
        #expect(await controller.stop() == nil)
        host.act(.sourceReady(false))
        let refused = Task { try await controller.start() }
        await host.settle()
        await #expect(throws: PictureInPictureError.notPossible) { try await refused.value }
        #expect(
            recorder.trace == [
                "willStart", "didStart", "restore", "willStop", "didStop(programmatic)", "fTS(notPossible)",
            ])
    }

    @Test func aWithdrawnStartEndsItsWait() async throws {
        let controller = try controller()
        host.grants = false
        let start = Task { try await controller.start() }
        await host.settle()
        controller.stopPictureInPicture()
        await #expect(throws: PictureInPictureError.cancelled) { try await start.value }
        #expect(recorder.trace.isEmpty)
    }

    @Test func aReleaseEndsEveryWait() async throws {
        var controller: PictureInPictureController? = try controller()
        host.grants = false
        let snapshots = try #require(controller?.snapshots())
        let states = Task { () -> [PictureInPictureTransitionState] in
            var states: [PictureInPictureTransitionState] = []
            for await snapshot in snapshots { states.append(snapshot.state) }
            return states
        }
        controller?.startPictureInPicture()
        await host.settle()
        controller = nil
        #expect(await states.value == [.idle, .requesting])
    }

    @Test func linearPlaybackIsTheHostsMatter() throws {
        let controller = try controller()
        controller.requiresLinearPlayback = true
        #expect(host.isLinear)
        #expect(recorder.trace.isEmpty)
    }

    @Test func aSwapThatComesToNothingSaysWhy() async throws {
        let controller = try controller()
        try await controller.swap()
        host.swapFailure = .transitionInProgress
        await #expect(throws: PictureInPictureError.transitionInProgress) { try await controller.swap() }
        #expect(recorder.trace.isEmpty)
    }
}
