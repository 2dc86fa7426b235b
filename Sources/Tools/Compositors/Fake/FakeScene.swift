import OrielGeometry
import OrielPlatform
import OrielWaylandProtocols

/// The fake compositor's state and its answers, on its server's thread.
final class FakeScene {
    let display: ServerDisplay
    let board: FakeBoard
    let offer: FakeOffer
    let seat: FakeSeat
    let memory: FakeMemory
    let drag = FakeDrag()
    let textInput = FakeTextInput()
    private(set) var surfaces: [FakeClientSurface] = []
    private(set) var outputs: [FakeOutput] = []
    /// The Picture-in-Picture window that a hand moves or resizes.
    weak var grabbed: FakeClientSurface?
    /// Wanted sizes of popups, by their positioners.
    var positioners: [ObjectIdentifier: Size] = [:]
    var layerShell: ServerDisplay.GlobalToken?
    private var created = 0
    private var regions: [WlRegionResource: [Rect]] = [:]
    /// Handles of exported toplevels that were not sent.
    var withheldHandles: [(object: ZxdgExportedV2Resource, handle: String)] = []
    private var timer: ServerDisplay.EventSource?

    init(
        _ display: ServerDisplay, _ board: FakeBoard, _ offer: FakeOffer, _ reader: @escaping FakeMark.Reader
    ) throws {
        memory = FakeMemory(reader: reader)
        self.display = display
        self.board = board
        self.offer = offer
        seat = try FakeSeat(display, offer.seat)
        seat.onCursor = { [unowned self] isShown, surface in
            note(.asked(isShown ? "show_cursor" : "hide_cursor"), surface.flatMap { self.surface($0) })
        }
        offerGlobals()
        for output in offer.outputs { addOutput(output) }
        timer = display.addTimer { [unowned self] in
            refresh()
            arm()
        }
        arm()
    }

    /// Sets the refresh timer according to the rules.
    func arm() {
        switch board.rules.refresh {
        case .every(let milliseconds): timer?.fire(afterMilliseconds: max(1, milliseconds))
        case .manual: timer?.disarm()
        }
    }

    func addOutput(_ output: FakeOffer.Output) {
        guard !offer.missing.contains("wl_output") else { return }
        outputs.append(FakeOutput(output, display))
    }

    /// Removes an output and closes its layer surfaces, as compositors do.
    func removeOutput(_ name: String) {
        guard let index = outputs.firstIndex(where: { $0.description.name == name }) else { return }
        let output = outputs.remove(at: index)
        for surface in surfaces where surface.output === output { close(surface) }
        output.remove()
    }

    func close(_ surface: FakeClientSurface) {
        surface.toplevel?.sendClose()
        surface.layerSurface?.sendClosed()
        surface.pictureInPicture?.object.sendClosed()
        surface.popup?.sendPopupDone()
        note(.closed, surface)
    }

    // MARK: Surfaces

    func note(_ kind: FakeEvent.Kind, _ surface: FakeClientSurface?) {
        board.note(kind, surface: surface?.state.number ?? 0, surfaces: surfaces.map(\.state))
    }

    func surface(_ object: WlSurfaceResource?) -> FakeClientSurface? { surfaces.first { $0.object === object } }
    func surface(_ number: Int) -> FakeClientSurface? { surfaces.first { $0.state.number == number } }

    func adopt(_ object: WlSurfaceResource) {
        created += 1
        let surface = FakeClientSurface(object, number: created)
        surfaces.append(surface)
        note(.created, surface)
        object.onRequest = { [unowned self, unowned surface] in answer($0, surface) }
        object.onDestroy = { [unowned self, unowned listed = surface] in
            // The list holds the last reference.
            let surface = listed
            surfaces.removeAll { $0 === surface }
            seat.forget(surface.object)
            note(.destroyed, surface)
        }
    }

    func adopt(_ region: WlRegionResource) {
        regions[region] = []
        region.onRequest = { [unowned self, unowned region] in
            guard case .add(let x, let y, let width, let height) = $0 else { return }
            regions[region]?.append(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
        }
        region.onDestroy = { [unowned self, unowned region] in regions[region] = nil }
    }

    private func answer(_ request: WlSurfaceResource.Request, _ surface: FakeClientSurface) {
        switch request {
        case .setOpaqueRegion(let region): surface.pendingOpaque = .some(region.map { regions[$0] ?? [] })
        case .setInputRegion(let region): surface.pendingInput = .some(region.map { regions[$0] ?? [] })
        case .attach(let buffer, _, _): surface.attachment = buffer.map { .buffer($0) } ?? .nothing
        case .frame(let callback): surface.pendingFrames.append(callback)
        case .setBufferScale(let scale): surface.scale = Int(scale)
        case .commit: commit(surface)
        default: break
        }
    }

    private func commit(_ surface: FakeClientSurface) {
        if case .buffer = surface.attachment, needsConfigure(surface), !surface.isAcknowledged {
            // The same errors as from real compositors: xdg_surface.unconfigured_buffer,
            // zwlr_layer_surface_v1.invalid_surface_state.
            surface.xdgSurface?.postError(3, "a buffer before the configure was acknowledged")
            surface.layerSurface?.postError(0, "a buffer before the configure was acknowledged")
            note(.failed("unconfigured_buffer"), surface)
            return
        }
        let wasMapped = surface.state.isMapped
        let commits = surface.state.commits
        let hasUnmapped = if case .nothing = surface.attachment { wasMapped } else { false }
        let buffer = surface.commit(memory)
        committed(surface, hasUnmapped: hasUnmapped)
        // The contents were read: as other compositors, this one releases shared-memory buffers at once, unless the
        // rules differ.
        if board.rules.releases(surface.state) {
            buffer?.sendRelease()
        } else if let buffer {
            surface.kept.append(buffer)
        }
        if surface.state.isMapped != wasMapped {
            if surface.state.isMapped { outputs.first?.enter(surface.object) }
            note(surface.state.isMapped ? .mapped : .unmapped, surface)
            focus(surface, among: board.rules.layerFocus.onMap)
        }
        if surface.state.commits > commits { note(.committed, surface) }
        if needsConfigure(surface), !surface.isConfigured, !surface.state.isMapped {
            note(.wantsConfigure, surface)
            let (rules, state) = (board.rules, surface.state)
            if state.role == .pictureInPicture, rules.pictureInPicture.refuses { return close(surface) }
            if state.role == .popup, rules.popups == .refuse { return close(surface) }
            if state.role == .popup, rules.popups == .ignore { return }
            let isMeasuring = state.name == "oriel-usable-area"
            if isMeasuring ? rules.tellsUsableArea : rules.configures(state) { configure(surface) }
        }
    }

    private func needsConfigure(_ surface: FakeClientSurface) -> Bool {
        surface.state.role != .none && surface.state.role != .subsurface
    }

    /// Sends a configure; by default with the size for the role.
    func configure(_ surface: FakeClientSurface, size: Size? = nil) {
        let serial = display.nextSerial()
        let output = outputs.first?.logicalSize ?? .zero
        surface.isConfigured = true
        if let layer = surface.layerSurface {
            let usable = board.rules.usableArea.map { Size(width: $0.width, height: $0.height) } ?? output
            var wanted = size ?? surface.state.wantedSize
            if wanted.width == 0 { wanted.width = usable.width }
            if wanted.height == 0 { wanted.height = usable.height }
            layer.sendConfigure(
                serial: serial, width: UInt32(clamping: wanted.width), height: UInt32(clamping: wanted.height))
        } else if let xdgSurface = surface.xdgSurface {
            let full = surface.state.wantsFullScreen
            let maximized = surface.state.isMaximized
            let chosen = board.rules.windowSize.map { Size(width: $0.width, height: $0.height) } ?? .zero
            let wanted = size ?? (full ? output : maximized ? Self.maximizedSize(on: output) : chosen)
            // xdg_toplevel.state: 1 is maximized, 2 fullscreen, 4 activated, 5 to 8 tiled left, right, top and bottom.
            let tiled: [UInt8] = board.rules.tilesWindows ? (5...8).flatMap { [$0, 0, 0, 0] } : []
            surface.toplevel?.sendConfigure(
                width: Int32(clamping: wanted.width), height: Int32(clamping: wanted.height),
                states: (maximized ? [1, 0, 0, 0] : []) + (full ? [2, 0, 0, 0] : []) + [4, 0, 0, 0] + tiled)
            if let popup = surface.popup { configure(popup, of: surface, size: size) }
            if let window = surface.pictureInPicture {
                configurePictureInPicture(window, serial: serial, size: size)
            }
            xdgSurface.sendConfigure(serial: serial)
        }
        note(.configured(serial: serial), surface)
    }

    /// Size of a maximised window: the output without a panel.
    private static func maximizedSize(on output: Size) -> Size {
        Size(width: output.width, height: max(1, output.height - 20))
    }

    /// Sends a configure after a state change, if the window was configured before.
    func reconfigure(_ surface: FakeClientSurface) {
        if surface.isConfigured, board.rules.configures(surface.state) { configure(surface) }
    }

    // MARK: Refreshes

    /// Performs a refresh: answers frame callbacks and feedback according to the rules.
    func refresh() {
        let rules = board.rules
        let now = MonotonicClock.now
        for surface in surfaces where surface.state.isMapped {
            if !surface.kept.isEmpty, rules.releases(surface.state) {
                for buffer in surface.kept { buffer.sendRelease() }
                surface.kept = []
            }
            if rules.frames(surface.state) {
                let due = surface.frames
                surface.frames = []
                for callback in due {
                    callback.sendDone(callbackData: UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000))
                    callback.destroy()
                }
            }
            answerFeedback(surface, rules, at: now + rules.presentationDelay)
        }
    }

    private func answerFeedback(_ surface: FakeClientSurface, _ rules: FakeRules, at time: Duration) {
        guard !surface.feedback.isEmpty else { return }
        let answer = rules.feedback(surface.state)
        guard answer != .withheld else { return }
        let due = surface.feedback
        surface.feedback = []
        for (commit, object) in due {
            // Only the newest content was shown.
            if answer == .presented, commit == surface.state.commits {
                let seconds = UInt64(clamping: time.nanoseconds / 1_000_000_000)
                object.sendPresented(
                    tvSecHi: UInt32(seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds),
                    tvNsec: UInt32(clamping: time.nanoseconds % 1_000_000_000), refresh: 16_666_667, seqHi: 0, seqLo: 0,
                    flags: [])
                object.destroy()
                note(.presented(commit: commit), surface)
            } else {
                object.sendDiscarded()
                object.destroy()
                note(.discarded(commit: commit), surface)
            }
        }
    }
}
