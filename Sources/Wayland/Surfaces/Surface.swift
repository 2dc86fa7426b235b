import CWayland
public import OrielGeometry
package import OrielWaylandProtocols

/// A surface (`wl_surface`) without a role of its own; `Toplevel`, `LayerSurface` and `PictureInPictureWindow` give it
/// one. It belongs to the connection's thread.
///
/// Order of the end: EGL surface, `NativeWindow`, role, surface.
public final class Surface {
    package let object: WlSurface
    package let globals: Globals
    private let viewport: WpViewport?
    private let fractionalScale: WpFractionalScaleV1?
    private let contentType: WpContentTypeV1?
    private var alphaModifier: WpAlphaModifierSurfaceV1?

    /// The outputs it is on, in the order it entered them.
    public private(set) var outputs: [Output] = []
    /// Buffer pixels per surface-local pixel that the compositor prefers: fractional where it says so, else the greatest
    /// scale of the outputs.
    public private(set) var preferredScale = 1.0
    /// After a change of `outputs` or `preferredScale`.
    public var onOutputsOrScaleChange: ((Surface) -> Void)?
    /// True from `requestFrame` until its handler runs.
    public private(set) var isFrameRequested = false
    private var preferredByCompositor: Double?
    /// What the compositor has not answered yet. It owes a surface that is gone nothing, so nothing waits for it then.
    private var frameCallback: WlCallback?
    private var feedback: [WpPresentationFeedback] = []
    /// Far more than are ever under way.
    static let feedbackLimit = 32

    /// Makes a surface (`wl_compositor.create_surface`), with a viewport and a fractional scale where offered.
    public init(_ globals: Globals) {
        self.globals = globals
        object = globals.compositor.createSurface()
        viewport = globals.viewporter?.getViewport(surface: object)
        fractionalScale = globals.fractionalScales?.getFractionalScale(surface: object)
        contentType = globals.contentTypes?.getSurfaceContentType(surface: object)
        globals.surfaces.insert(self)
        object.onEvent = { [weak self] event in
            guard let self else { return }
            // Not a switch: newer versions of the protocol have more events.
            if case .enter(let output) = event { self.enter(self.globals.output(for: output)) }
            if case .leave(let output) = event { self.globals.output(for: output).map(self.leave) }
        }
        fractionalScale?.onEvent = { [weak self] event in
            guard case .preferredScale(let scale) = event, scale > 0 else { return }
            self?.preferredByCompositor = Double(scale) / 120
            self?.updateScale()
        }
    }

    deinit { destroy() }

    /// False after `destroy()` or the end of the connection.
    public var isAlive: Bool { object.isAlive }

    /// `struct wl_surface *`; nil once the surface has ended.
    public var nativeSurface: OpaquePointer? { object.pointer }

    // MARK: Content

    /// The next content (`wl_surface.attach`); nil unmaps.
    public func attach(_ buffer: ShmBuffer?) {
        buffer?.isBusy = true
        object.attach(buffer: buffer?.object, x: 0, y: 0)
    }

    /// Says which buffer pixels differ from the last content (`wl_surface.damage_buffer`); nil is all of them.
    public func damage(_ rect: Rect? = nil) {
        let rect = rect ?? Rect(x: 0, y: 0, width: Int(Int32.max), height: Int(Int32.max))
        object.damageBuffer(
            x: Int32(clamping: rect.x), y: Int32(clamping: rect.y), width: Int32(clamping: rect.width),
            height: Int32(clamping: rect.height))
    }

    /// Applies all that was set (`wl_surface.commit`). `eglSwapBuffers` does it too.
    public func commit() { object.commit() }

    /// Buffer pixels per surface-local pixel; leave it at 1 where a viewport sets the size (`set_buffer_scale`).
    public func setBufferScale(_ scale: Int) { object.setBufferScale(scale: Int32(clamping: max(1, scale))) }

    /// The size on screen, whatever the buffer's (`wp_viewport.set_destination`); nil follows the buffer again.
    /// False without a viewporter.
    @discardableResult
    public func setDestination(_ size: Size?) -> Bool {
        guard let viewport else { return false }
        if let size, size.isEmpty { return false }
        viewport.setDestination(
            width: Int32(clamping: size?.width ?? -1), height: Int32(clamping: size?.height ?? -1))
        return true
    }

    /// The part of the buffer to show, in its pixels (`wp_viewport.set_source`); nil shows all.
    /// False without a viewporter.
    @discardableResult
    public func setSource(_ rect: Rect?) -> Bool {
        guard let viewport else { return false }
        guard let rect else {
            viewport.setSource(x: -1, y: -1, width: -1, height: -1)
            return true
        }
        guard !rect.isEmpty, rect.x >= 0, rect.y >= 0 else { return false }
        viewport.setSource(
            x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
        return true
    }

    /// The part that takes pointer and touch (`wl_surface.set_input_region`); nil is all, empty is none.
    public func setInputRegion(_ rects: [Rect]?) {
        withRegion(rects) { object.setInputRegion(region: $0) }
    }

    /// The part that hides what lies below (`wl_surface.set_opaque_region`); nil is none.
    public func setOpaqueRegion(_ rects: [Rect]?) {
        withRegion(rects) { object.setOpaqueRegion(region: $0) }
    }

    /// Tells the compositor that it shows video (`wp_content_type_v1`), where it wants to know.
    public func declareVideo() { contentType?.setContentType(contentType: .video) }

    /// How much of what lies below stays hidden, 0 to 1 (`wp_alpha_modifier_surface_v1.set_multiplier`). False where the
    /// compositor can't.
    @discardableResult
    public func setOpacity(_ opacity: Double) -> Bool {
        guard let alphaModifiers = globals.alphaModifiers, object.isAlive else { return false }
        let modifier = alphaModifier ?? alphaModifiers.getSurface(surface: object)
        alphaModifier = modifier
        modifier.setMultiplier(factor: UInt32((min(max(opacity, 0), 1) * Double(UInt32.max)).rounded()))
        return true
    }

    private func withRegion(_ rects: [Rect]?, _ body: (WlRegion?) -> Void) {
        guard let rects else { return body(nil) }
        let region = globals.compositor.createRegion()
        for rect in rects {
            region.add(
                x: Int32(clamping: rect.x), y: Int32(clamping: rect.y), width: Int32(clamping: rect.width),
                height: Int32(clamping: rect.height))
        }
        body(region)
        region.destroy()
    }

    // MARK: Pacing

    /// Asks to be told when it is time for another frame (`wl_surface.frame`); takes effect with the next commit.
    /// One at a time: asking again before the answer does nothing.
    /// - Parameter handler: gets the compositor's time, of an undefined epoch; let go uncalled if the surface ends before.
    public func requestFrame(_ handler: @escaping (Duration) -> Void) {
        guard !isFrameRequested, object.isAlive else { return }
        isFrameRequested = true
        let callback = object.frame()
        frameCallback = callback
        callback.onEvent = { [weak self] event in
            guard case .done(let time) = event else { return }
            self?.frameCallback = nil
            self?.isFrameRequested = false
            handler(.milliseconds(time))
        }
    }

    /// Asks what becomes of the next commit's content (`wp_presentation.feedback`). False where that can't be known;
    /// else the handler runs once, unless the surface ends before: then it is let go.
    @discardableResult
    public func requestPresentation(_ handler: @escaping (PresentationFeedback) -> Void) -> Bool {
        guard let presentation = globals.presentation, globals.hasPresentationTimes, object.isAlive,
            feedback.count < Self.feedbackLimit
        else { return false }
        globals.feedbackAsked += 1
        let object = presentation.feedback(surface: object)
        feedback.append(object)
        object.onEvent = { [weak self, unowned object] event in
            guard let answer = PresentationFeedback(event) else { return }
            self?.feedback.removeAll { $0 === object }
            // What was never shown is discarded everywhere; only times tell that feedback really comes.
            if case .presented = answer { self?.globals.hasFeedbackCome = true }
            handler(answer)
        }
        return true
    }

    // MARK: Outputs

    private func enter(_ output: Output?) {
        guard let output, !outputs.contains(where: { $0 === output }) else { return }
        outputs.append(output)
        updateScale(outputsChanged: true)
    }

    func leave(_ output: Output) {
        guard let index = outputs.firstIndex(where: { $0 === output }) else { return }
        outputs.remove(at: index)
        updateScale(outputsChanged: true)
    }

    private func updateScale(outputsChanged: Bool = false) {
        let scale = preferredByCompositor ?? outputs.map { Double($0.state.scale) }.max() ?? preferredScale
        guard scale != preferredScale || outputsChanged else { return }
        preferredScale = scale
        onOutputsOrScaleChange?(self)
    }

    /// Ends the surface; its role must have ended before. Harmless when repeated.
    public func destroy() {
        globals.surfaces.remove(object)
        // Neither has a destructor request; the answers that are on their way find nobody.
        frameCallback?.abandon()
        for object in feedback { object.abandon() }
        (frameCallback, feedback) = (nil, [])
        contentType?.destroy()
        alphaModifier?.destroy()
        fractionalScale?.destroy()
        viewport?.destroy()
        object.destroy()
        outputs = []
    }
}
