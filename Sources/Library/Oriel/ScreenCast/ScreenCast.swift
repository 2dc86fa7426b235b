import OrielGeometry
import OrielPipeWire
import OrielPlatform
public import OrielPlayer
package import OrielSessionBus
import OrielTexts
import OrielWayland
import OrielWindows
import Synchronization

/// A window or screen of the desktop, live in a `SampleBufferView`: the user chooses it in the desktop's own dialogue
/// (the ScreenCast portal), and its frames come from PipeWire. No sound comes with it.
///
///     let view = try SampleBufferView(in: application)
///     let cast = try ScreenCast(in: view)
///     cast.onFirstFrame = { view.show() }
///     cast.onEnd = { print($0); view.close() }
///
/// The view never shows itself: a screen's picture stands still while the view's overlay or window is on that screen,
/// and an overlay begins on another one. A window of this program can't be chosen before it exists.
@MainActor
public final class ScreenCast {
    /// Called when the user has chosen: with the token of the choice, if the desktop remembers it. Called again, with
    /// another token, after PipeWire has ended and come back (`ScreenCastOptions.persists`).
    public var onGrant: (_ restoreToken: String?) -> Void = { _ in }
    /// Called once, when the view has a frame to show.
    public var onFirstFrame: () -> Void = {}
    /// Called once, when there is no share, or no longer; not after `stop`. The view keeps the last frame.
    public var onEnd: (ScreenCastEnd) -> Void = { _ in }

    /// Whether no frames are wanted, while the picture is paused or out of sight; the last one stays.
    public var isSuspended = false {
        didSet { if isSuspended != oldValue { followSuspension() } }
    }

    private let application: Application
    private weak var view: SampleBufferView?
    private var portal: ScreenCastPortal?
    private var source: PipeWireSource?
    private let limits: PortalLimits
    private var request: ScreenCastRequest
    private var hasEnded = false
    /// Time until which the same source is asked for again, after PipeWire has ended; nil while it runs.
    private var resumption: Duration?
    private var hasFrame = false
    /// Time limit for the first frame.
    private let limit = LoopTimer()
    /// Names of the outputs that the shared screen may be; empty for a window.
    private var sharedOutputs: Set<String> = []
    /// The session's windows since the share began; nil for a screen, or if the compositor lists none.
    private var windows: ToplevelList?
    /// The windows that may be the shared one: those that were open when the share began. nil until the compositor has
    /// listed them.
    private var candidates: [ToplevelList.Window]?
    /// Looks whether the view has left the shared screen.
    private let look = LoopTimer()
    /// Whether frames are dropped, because the view is on the shared screen.
    private let isHeld = Gate()

    private final class Gate: Sendable { let isClosed = Atomic(false) }

    /// Asks for the same source again, or ends the share.
    private let again = LoopTimer()

    private static let patience = Duration.seconds(10)
    private static let patienceForPipeWire = Duration.seconds(20)
    private static let resumptionInterval = Duration.milliseconds(500)
    private static let lookInterval = Duration.milliseconds(250)

    /// Asks the user, in the desktop's dialogue, which window or screen to show.
    /// - Parameters:
    ///   - view: shows the frames; it is made for them alone.
    ///   - options: the dialogue's choice.
    /// - Throws: `StartError` if the system refuses a thread.
    public convenience init(
        in view: SampleBufferView, options: ScreenCastOptions = ScreenCastOptions()
    ) throws(StartError) {
        try self.init(in: view, options: options, limits: .init())
    }

    package init(
        in view: SampleBufferView, options: ScreenCastOptions, limits: PortalLimits
    ) throws(StartError) {
        self.view = view
        application = view.application
        self.limits = limits
        var sources: ScreenCastRequest.Sources = []
        if options.windows { sources.insert(.windows) }
        if options.screens { sources.insert(.screens) }
        var request = ScreenCastRequest(sources)
        request.showsPointer = options.showsPointer
        request.persists = options.persists
        request.restoreToken = options.restoreToken
        self.request = request
        do throws(PlatformError) {
            // Before the user is asked, and beside the main thread, since it takes time to load.
            _ = try NamedThread("pipewire") { [weak self] in
                let problem = PipeWireLibrary.problem
                Task { @MainActor in
                    if let problem {
                        return self?.end(.unavailable(localized("PipeWire isn't available: \(problem)"))) ?? ()
                    }
                    self?.ask()
                }
            }
        } catch { throw StartError(refused: error) }
    }

    isolated deinit { finish() }

    /// Reason why libpipewire can't be opened; nil if it is open. Any thread; blocks while the library loads.
    package nonisolated static var libraryProblem: String? { PipeWireLibrary.problem }

    /// Ends the share. The view keeps the last frame. Later calls do nothing.
    public func stop() {
        hasEnded = true
        finish()
    }

    /// Raises the shared window, if only one window can be it: the compositor must list windows
    /// (`zwlr_foreign_toplevel_manager_v1`: sway, labwc, phoc and others, not GNOME and KDE), and of those that were
    /// open when the share began all others must have closed, this view's own excepted. The portal doesn't tell which
    /// one it is.
    /// - Returns: whether the compositor was asked.
    @discardableResult
    public func raiseSharedWindow() -> Bool {
        guard !hasEnded, let view, let windows, let candidates, let seat = application.desktop.globals.seats.first
        else { return false }
        let (ownID, ownTitle) = (application.id, view.scene.title)
        let open = windows.windows.filter { window in
            candidates.contains { $0 === window } && !(window.appID == ownID && window.title == ownTitle)
        }
        guard open.count == 1 else { return false }
        open[0].activate(seat: seat)
        return true
    }

    /// Notes the windows that are open now.
    private func listWindows() {
        let globals = application.desktop.globals
        (windows, candidates) = (ToplevelList(globals), nil)
        globals.connection.sync { [weak self] in
            MainActor.assumeIsolated { self?.candidates = self?.windows?.windows }
        }
    }

    private func finish() {
        windows = nil
        portal?.stop()
        source?.stop()
        portal = nil
        source = nil
        for timer in [limit, look, again] { timer.cancel() }
    }

    private func end(_ reason: ScreenCastEnd) {
        guard !hasEnded else { return }
        hasEnded = true
        // Not inside a call of the portal's, which is released here.
        _ = application.loop.after(.zero) { [self] in
            finish()
            onEnd(reason)
        }
    }

    // MARK: Asking

    /// Begins to ask the portal.
    private func ask() {
        guard !hasEnded else { return }
        var limits = limits
        // A choice that is remembered needs no user.
        if resumption != nil { limits.choice = limits.step }
        do throws(PlatformError) {
            let portal = try ScreenCastPortal(
                application.desktop.buses, request: request, limits: limits)
            portal.onGrant = { [weak self] in self?.granted($0) }
            portal.onEnd = { [weak self] refusal in MainActor.assumeIsolated { self?.refused(refusal) } }
            self.portal = portal
        } catch {
            let reason =
                SessionBus.hasLibrary
                ? localized("there is no session bus") : "none of libsystemd, libelogind and basu is installed"
            end(.unavailable(reason))
        }
    }

    private func refused(_ refusal: ScreenCastRefusal) {
        if refusal == .revoked, isRemembered {
            // The reason may be PipeWire's end, which is told at about the same time.
            return schedule { [weak self] in self?.end(.revoked) }
        }
        guard let resumption, refusal != .cancelled else { return end(ScreenCastEnd(refusal)) }
        guard MonotonicClock.now < resumption else { return end(.connectionLost) }
        schedule { [weak self] in self?.ask() }
    }

    // MARK: PipeWire's end

    /// Whether the desktop would show the same source again, without a dialogue.
    private var isRemembered: Bool { request.persists && request.restoreToken != nil && hasFrame }

    /// Asks for the same source again: PipeWire may come back, as after an update.
    private func connectionLost() {
        guard !hasEnded else { return }
        guard isRemembered else { return end(.connectionLost) }
        source = nil
        portal?.stop()
        resumption = resumption ?? MonotonicClock.now + Self.patienceForPipeWire
        schedule { [weak self] in self?.ask() }
    }

    /// Calls a closure later, not inside a call of the portal's, unless another one comes first.
    private func schedule(_ body: @escaping @MainActor () -> Void) {
        again.set(on: application.loop, after: Self.resumptionInterval, body)
    }

    nonisolated private func granted(_ grant: consuming ScreenCastGrant) {
        let (stream, token) = (grant.stream, grant.restoreToken)
        let remote = grant.remote().release()
        MainActor.assumeIsolated { receive(stream, token, Descriptor(owning: remote)) }
    }

    private func receive(_ stream: ScreenCastStream, _ token: String?, _ remote: consuming Descriptor) {
        guard !hasEnded, let view else { return }
        request.restoreToken = token
        onGrant(token)
        sharedOutputs = outputs(of: stream)
        guard avoidSharedOutput() else { return end(.showsItself) }
        if stream.source == .windows { listWindows() }
        // Commands show the time since the share's beginning.
        if !hasFrame { view.timebase.setTime(.zero) }
        let (layer, gate) = (view.displayLayer, isHeld)
        let sink = PipeWireSource.Sink(
            time: { layer.timebase.time },
            enqueue: { frame throws(SampleBufferError) in
                // Without waiting frames, `flush` has the next one count as changed everywhere.
                if gate.isClosed.load(ordering: .relaxed) { layer.flush() } else { try layer.enqueue(frame) }
            }, flush: { layer.flush() })
        var wishes = PipeWireSource.Wishes()
        wishes.pointer = request.showsPointer
        wishes.dmabufs = view.dmabufSupport
        do throws(PlatformError) {
            source = try PipeWireSource(
                remote: remote, node: stream.node, name: application.id, wishes: wishes, sink: sink
            ) { [weak self] reason in
                Task { @MainActor in self?.sourceEnded(reason) }
            }
        } catch { return end(.failed(localized("the system refuses a thread: \(error.errno)"))) }
        followSuspension()
        if resumption == nil {
            view.player.addChangeHandler { [weak self] change in
                if change == .opened || change == .frames { self?.frameShown() }
            }
        }
        resumption = nil
        limit.set(on: application.loop, after: Self.patience) { [weak self] in
            self?.end(.timedOut(localized("no picture of the shared window or screen has come")))
        }
    }

    private func sourceEnded(_ reason: PipeWireEnd) {
        if reason == .lost { return connectionLost() }
        ScreenCastEnd(reason).map { end($0) }
    }

    private func followSuspension() { source?.setActive(!isSuspended) }

    private func frameShown() {
        if !sharedOutputs.isEmpty { lookWhereItIs() }
        limit.cancel()
        guard !hasFrame, !hasEnded else { return }
        hasFrame = true
        onFirstFrame()
    }

    // MARK: The view's own picture

    /// The outputs that a shared screen may be; none for a window. All, if the portal tells neither place nor size.
    private func outputs(of stream: ScreenCastStream) -> Set<String> {
        guard stream.source != .windows else { return [] }
        let all = application.desktop.globals.outputs.map(\.state)
        // Portals of version 2 and older don't tell the kind: it is a screen if it lies like one.
        var found = all.filter { state in
            guard let size = stream.size else { return false }
            return state.logical.size == size || state.pixelSize == size
        }
        if let place = stream.position {
            let exact = found.filter { $0.logical.origin == place }
            if !exact.isEmpty { found = exact }
        }
        if found.isEmpty, stream.source == .screens { found = all }
        return Set(found.map(\.name))
    }

    /// Has the overlay begin on another output than the shared one. False if there is none.
    private func avoidSharedOutput() -> Bool {
        guard !sharedOutputs.isEmpty, let view else { return true }
        let others = application.desktop.globals.outputs.map(\.state.name).filter { !sharedOutputs.contains($0) }
        guard let other = others.first else { return false }
        let scene = view.scene
        if scene.options.pictureInPicture.output.map(sharedOutputs.contains) != false {
            scene.options.pictureInPicture.output = other
        }
        return true
    }

    /// Holds the picture while the view is on the shared screen, and looks at times whether it still is.
    private func lookWhereItIs() {
        guard !hasEnded, let view else { return }
        let scene = view.scene
        let shown = [scene.floating?.picture.surface.outputs, scene.window?.picture.surface.outputs]
        let names = shown.compactMap(\.self).joined().map(\.state.name)
        let isInside = names.contains(where: sharedOutputs.contains)
        // As long as it stands still, whenever nothing else is said.
        if isInside, scene.saying == nil {
            view.showMessage(localized("On the shared screen: the picture stands still"))
        }
        isHeld.isClosed.store(isInside, ordering: .relaxed)
        guard isInside, !look.isSet else { return }
        look.set(on: application.loop, after: Self.lookInterval) { [weak self] in self?.lookWhereItIs() }
    }
}
