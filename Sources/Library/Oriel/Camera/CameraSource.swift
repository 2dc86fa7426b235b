import OrielPipeWire
import OrielPlatform
public import OrielPlayer
package import OrielSessionBus
public import OrielSurfaces
import OrielTexts
import OrielWindows

/// A camera that films for a call: its pictures go to layers, such as the picture of oneself, and to the app.
///
///     let camera = try CameraSource(for: view)
///     camera.addPreview(near)
///     camera.setFrameHandler { frame in send(frame) }
///     camera.onInterruption = { print($0) }
///
/// The user permits it in the desktop's dialogue (the Camera portal), where the desktop has one; the pictures come from
/// PipeWire. It films until `stop`, the view's end or its own. While the call is out of sight, because its overlay is
/// stashed or the session is locked, the camera is closed; the same while another program has it for itself.
///
/// Main actor only. The callbacks come from the loop, never inside a call of the app's.
@MainActor
public final class CameraSource {
    /// Called once the cameras are known, and after each change of them: one was plugged in or unplugged, or another
    /// one films.
    public var onCamerasChange: () -> Void = {}
    /// Called once, with the first picture.
    public var onFirstFrame: () -> Void = {}
    /// Called when the camera stops for a while. `onInterruptionEnd` follows once it goes on, before another
    /// interruption.
    public var onInterruption: (CameraInterruption) -> Void = { _ in }
    /// Called when an interruption is over.
    public var onInterruptionEnd: () -> Void = {}
    /// Called once, when there is no camera to film with, or no permission any more; not after `stop`.
    public var onEnd: (CameraEnd) -> Void = { _ in }

    /// The cameras, in the order in which they were found; empty before the user has given permission.
    public var cameras: [Camera] { session.cameras.map(Camera.init) }
    /// The camera that films; nil without one. An unplugged camera films again once it is plugged in; no other takes
    /// its place unless the app chooses it.
    public var camera: Camera? { session.camera.map(Camera.init) }
    /// The reason why nothing is filmed for the moment; nil without one.
    public var interruption: CameraInterruption? { session.interruption }

    /// Whether the camera is closed by the app, as by a call's button. That is no interruption.
    public var isSuspended = false {
        didSet { if isSuspended != oldValue { process(.suspend(isSuspended)) } }
    }

    private let application: Application
    private weak var view: SampleBufferView?
    private let options: CameraOptions
    private let output: CameraOutput
    private var session: CameraSession
    /// The desktop's portal, once it was asked; nil where there is none.
    private var portal: CameraPortal?
    private var watch: PipeWireCameraWatch?
    private var source: PipeWireSource?
    private var hasEnded = false
    private var progress = Progress()
    private let retry = LoopTimer()
    private let firstList = LoopTimer()
    private let silence = LoopTimer()
    private let presence = LoopTimer()

    private struct Progress {
        /// Whether the app has heard of the cameras.
        var hasList = false
        var hasFrame = false
        /// Number of the watch whose news count.
        var watch = 0
        /// Time by which a lost connection must be back; nil while there is one.
        var deadline: Duration?
    }

    /// Time in which cameras that the user has just permitted appear.
    private static let listPatience = Duration.milliseconds(500)
    private static let connectionPatience = Duration.seconds(10)
    private static let look = Duration.milliseconds(500)

    /// Asks the user for the camera, in the desktop's dialogue, and films.
    /// - Parameters:
    ///   - view: the call's view; when it is out of sight, the camera is closed.
    ///   - options: the camera and its pictures.
    /// - Throws: `StartError` if the system refuses a thread.
    public convenience init(
        for view: SampleBufferView, options: CameraOptions = CameraOptions()
    ) throws(StartError) {
        try self.init(for: view, options: options, limits: .init())
    }

    package init(
        for view: SampleBufferView, options: CameraOptions, limits: PortalLimits
    ) throws(StartError) {
        self.view = view
        self.options = options
        application = view.application
        session = CameraSession(wanted: options.camera)
        let relay = Relay()
        output = CameraOutput { stream in Task { @MainActor in relay.source?.process(.frame(stream: stream)) } }
        do throws(PlatformError) {
            // Before the user is asked, and beside the main thread, since it takes time to load.
            _ = try NamedThread("pipewire") { [weak self] in
                let problem = PipeWireLibrary.problem
                Task { @MainActor in self?.begin(limits, problem) }
            }
        } catch { throw StartError(refused: error) }
        relay.source = self
        view.controllerHost.captures.follow(self) { [weak self] in self?.absenceChanged($0) }
        process(.absence(absence))
    }

    @MainActor private final class Relay {
        weak var source: CameraSource?
    }

    isolated deinit { finish() }

    // MARK: Receivers

    /// Shows the camera in a layer, by the layer's clock. A layer that the app fills itself must not be added.
    /// - Parameters:
    ///   - layer: kept until `removePreview` or the end.
    ///   - isMirrored: whether it is mirrored left to right, as people know themselves from the mirror.
    public func addPreview(_ layer: SampleBufferDisplayLayer, isMirrored: Bool = true) {
        output.add(layer, isMirrored: isMirrored)
    }

    /// Shows the camera no longer in a layer, which keeps its picture.
    public func removePreview(_ layer: SampleBufferDisplayLayer) { output.remove(layer) }

    /// Sets a handler for the frames, which are not mirrored: to send them to the others of a call.
    /// - Parameter handler: called on the camera's thread with each frame; its time is `Timebase.hostTime`'s. A frame
    ///   that is kept holds one of four buffers. nil for none.
    public func setFrameHandler(_ handler: (@Sendable (SampleBuffer) -> Void)?) { output.handle(handler) }

    /// Films with another camera; nil for the usual one.
    public func choose(_ camera: Camera?) { process(.choose(camera?.id)) }

    /// Ends the filming, and closes the camera at once. Later calls do nothing.
    public func stop() {
        hasEnded = true
        finish()
    }

    private func finish() {
        output.begin(nil)
        source?.stop()
        watch?.stop()
        portal?.stop()
        (source, watch, portal) = (nil, nil, nil)
        for timer in [retry, firstList, silence, presence] { timer.cancel() }
        view?.controllerHost.captures.follow(self, nil)
        output.handle(nil)
    }

    private func end(_ reason: CameraEnd) {
        guard !hasEnded else { return }
        hasEnded = true
        finish()
        later { [self] in onEnd(reason) }
    }

    private func later(_ body: @escaping @MainActor () -> Void) { application.desktop.calls.add(body) }

    // MARK: Permission and cameras

    private var absence: ViewAbsence {
        var absence = view?.controllerHost.captures.absence ?? .closed
        if application.desktop.session.isHidden { absence.insert(.hidden) }
        return absence
    }

    private func absenceChanged(_ absence: ViewAbsence) {
        if absence.contains(.closed) { stop() } else { process(.absence(absence)) }
    }

    private func begin(_ limits: PortalLimits, _ problem: String?) {
        guard !hasEnded else { return }
        if let problem { return end(.unavailable(localized("PipeWire isn't available: \(problem)"))) }
        do throws(PlatformError) {
            let portal = try CameraPortal(application.desktop.buses, limits: limits)
            portal.onGrant = { [weak self] in MainActor.assumeIsolated { self?.beginWatch() } }
            portal.onEnd = { [weak self] refusal in MainActor.assumeIsolated { self?.refused(refusal) } }
            self.portal = portal
        } catch { beginWatch() }
    }

    private func refused(_ refusal: CameraRefusal) {
        // The portal is in a call of its own.
        _ = application.loop.after(.zero) { [weak self] in
            if let end = CameraEnd(refusal) { return self?.end(end) ?? () }
            self?.portal = nil
            self?.beginWatch()
        }
    }

    /// Opens a connection to PipeWire.
    /// - Parameter done: called once, at once or from the loop, with a descriptor to close, or -1 for the user's
    ///   PipeWire; with nil if the portal gives none.
    private func connect(_ done: @escaping @MainActor (CInt?) -> Void) {
        guard let portal else { return done(-1) }
        portal.connect { remote in
            let number = remote?.release()
            MainActor.assumeIsolated { done(number) }
        }
    }

    private func beginWatch() {
        guard !hasEnded else { return }
        progress.watch += 1
        let number = progress.watch
        connect { [weak self] remote in
            guard let self, !hasEnded, progress.watch == number else { return Self.close(remote) }
            guard let remote else { return watchEnded(.failed(localized("the portal gives no connection")), number) }
            do throws(PlatformError) {
                watch = try PipeWireCameraWatch(
                    remote: remote < 0 ? nil : Descriptor(owning: remote),
                    changed: { [weak self] cameras in
                        Task { @MainActor in self?.camerasChanged(cameras, number) }
                    }, ended: { [weak self] end in Task { @MainActor in self?.watchEnded(end, number) } })
            } catch { end(.failed(localized("the system refuses a thread: \(error.errno)"))) }
        }
    }

    private static func close(_ remote: CInt?) {
        if let remote, remote >= 0 { _ = Descriptor(owning: remote) }
    }

    private func camerasChanged(_ cameras: [PipeWireCamera], _ number: Int) {
        guard !hasEnded, number == progress.watch else { return }
        progress.deadline = nil
        let hadCamera = !session.cameras.isEmpty
        process(.cameras(cameras))
        if cameras.isEmpty, hadCamera { lookForRevocation() }
        guard !progress.hasList else { return }
        guard cameras.isEmpty else { return tellCameras() }
        guard !firstList.isSet else { return }
        firstList.set(on: application.loop, after: Self.listPatience) { [weak self] in self?.tellCameras() }
    }

    private func tellCameras() {
        guard !progress.hasList, !hasEnded else { return }
        firstList.cancel()
        progress.hasList = true
        later { [weak self] in self?.onCamerasChange() }
    }

    /// Cameras that are hidden from this program alone are those of a permission that was taken back.
    private func lookForRevocation() {
        guard portal != nil, !presence.isSet else { return }
        presence.set(on: application.loop, after: Self.listPatience) { [weak self] in
            self?.portal?.askForPresence { isPresent in
                MainActor.assumeIsolated {
                    if let self, isPresent == true, self.session.cameras.isEmpty { self.end(.revoked) }
                }
            }
        }
    }

    private func watchEnded(_ reason: PipeWireEnd, _ number: Int) {
        guard !hasEnded, number == progress.watch else { return }
        watch = nil
        if !progress.hasList, progress.deadline == nil {
            switch reason {
            case .unavailable(let reason): return end(.unavailable(localized("PipeWire isn't available: \(reason)")))
            case .failed(let reason): return end(.failed(localized("PipeWire fails: \(reason)")))
            case .stopped, .gone, .lost: break
            }
        }
        process(.lost)
        let now = MonotonicClock.now
        progress.deadline = progress.deadline ?? now + Self.connectionPatience
        guard let deadline = progress.deadline, now < deadline else { return end(.connectionLost) }
        retry.set(on: application.loop, after: Self.look) { [weak self] in self?.beginWatch() }
    }

    // MARK: Filming

    fileprivate func process(_ input: CameraSession.Input) {
        guard !hasEnded else { return }
        for output in session.handle(input) { carryOut(output) }
        if case .frame = input, !progress.hasFrame {
            progress.hasFrame = true
            later { [weak self] in self?.onFirstFrame() }
        }
    }

    private func carryOut(_ output: CameraSession.Output) {
        switch output {
        case .open(let stream, let camera): open(stream, camera)
        case .close: closeStream()
        case .retry(let delay):
            retry.set(on: application.loop, after: delay) { [weak self] in self?.process(.retry) }
        case .interrupted(let reason): later { [weak self] in self?.onInterruption(reason) }
        case .interruptionEnded: later { [weak self] in self?.onInterruptionEnd() }
        case .changed: if progress.hasList { later { [weak self] in self?.onCamerasChange() } }
        }
    }

    private func open(_ stream: Int, _ camera: PipeWireCamera) {
        output.begin(stream)
        let form = camera.form(for: options.size.width, options.size.height, rate: Double(options.frameRate))
        var wishes = PipeWireSource.Wishes()
        wishes.camera = PipeWireSource.CameraForm(
            width: form?.width ?? max(1, options.size.width), height: form?.height ?? max(1, options.size.height),
            rate: max(1, options.frameRate), isCompressed: form?.isCompressed == true)
        connect { [weak self] remote in
            guard let self, !hasEnded, session.stream == stream else { return Self.close(remote) }
            guard let remote else { return process(.ended(stream: stream)) }
            do throws(PlatformError) {
                source = try PipeWireSource(
                    remote: remote < 0 ? nil : Descriptor(owning: remote), node: camera.node, name: application.id,
                    wishes: wishes, sink: output.sink(of: stream)
                ) { [weak self] reason in
                    Task { @MainActor in if reason != .stopped { self?.process(.ended(stream: stream)) } }
                }
            } catch { end(.failed(localized("the system refuses a thread: \(error.errno)"))) }
        }
        lookForSilence(of: stream)
    }

    private func closeStream() {
        output.begin(nil)
        source?.stop()
        source = nil
        silence.cancel()
    }

    private func lookForSilence(of stream: Int) {
        silence.set(on: application.loop, after: Self.look) { [weak self] in
            guard let self, session.stream == stream else { return }
            guard output.isSilent else { return lookForSilence(of: stream) }
            process(.silence(stream: stream))
        }
    }
}
