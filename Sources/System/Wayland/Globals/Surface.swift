import CWayland
public import OrielGeometry
package import OrielWaylandProtocols

/// A surface (`wl_surface`) without a role; `Toplevel`, `LayerSurface` and `PictureInPictureWindow` give it one. It
/// belongs to the connection's thread.
///
/// Order of destruction: EGL surface, `NativeWindow`, role, surface.
public final class Surface {
    package let object: WlSurface
    package let globals: Globals
    private let viewport: WpViewport?
    private let fractionalScale: WpFractionalScaleV1?
    private let contentType: WpContentTypeV1?
    private var alphaModifier: WpAlphaModifierSurfaceV1?

    /// Outputs that the surface is on, in the order of `wl_surface.enter`.
    public private(set) var outputs: [Output] = []
    /// The preferred number of buffer pixels per surface-local pixel. Fractional if the compositor offers
    /// `wp_fractional_scale_v1`; otherwise the greatest scale of the outputs.
    public private(set) var preferredScale = 1.0
    /// Runs after a change of `outputs` or `preferredScale`.
    public var onOutputsOrScaleChange: ((Surface) -> Void)?
    /// True from `requestFrame` until its handler runs.
    public var isFrameRequested: Bool { frameCallback != nil }
    private var preferredByCompositor: Double?
    /// Pending callbacks. The compositor need not answer for a destroyed surface, so `destroy` abandons them.
    private var frameCallback: WlCallback?
    private var feedback: [WpPresentationFeedback] = []
    /// Maximum number of pending feedback objects; far more than are normally in flight.
    static let feedbackLimit = 32

    /// Creates a surface (`wl_compositor.create_surface`), with a viewport and fractional scale if offered.
    public init(_ globals: Globals) {
        self.globals = globals
        object = globals.compositor.createSurface()
        viewport = globals[WpViewporter.self]?.getViewport(surface: object)
        fractionalScale = globals[WpFractionalScaleManagerV1.self]?.getFractionalScale(surface: object)
        contentType = globals[WpContentTypeManagerV1.self]?.getSurfaceContentType(surface: object)
        globals.surfaces.insert(self)
        object.onEvent = { [weak self] event in
            guard let self else { return }
            // `if` instead of `switch`: newer versions of the protocol have more events.
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

    /// Sets the next content (`wl_surface.attach`); nil unmaps the surface.
    public func attach(_ buffer: ShmBuffer?) {
        buffer?.isBusy = true
        object.attach(buffer: buffer?.object, x: 0, y: 0)
    }

    /// Marks all buffer pixels as changed (`wl_surface.damage_buffer`).
    public func damage() { object.damageBuffer(x: 0, y: 0, width: .max, height: .max) }

    /// Applies all pending state (`wl_surface.commit`). `eglSwapBuffers` commits too.
    public func commit() { object.commit() }

    /// Sets the number of buffer pixels per surface-local pixel (`set_buffer_scale`). Leave it at 1 if a viewport sets
    /// the size.
    public func setBufferScale(_ scale: Int) { object.setBufferScale(scale: Int32(clamping: max(1, scale))) }

    /// Sets the size on screen in surface-local pixels, independent of the buffer's (`wp_viewport.set_destination`).
    /// - Returns: false without a viewporter, or if the size is empty.
    @discardableResult
    public func setDestination(_ size: Size) -> Bool {
        guard let viewport, !size.isEmpty else { return false }
        viewport.setDestination(width: Int32(clamping: size.width), height: Int32(clamping: size.height))
        return true
    }

    /// Sets the part of the buffer to show (`wp_viewport.set_source`), which must lie within the buffer that the next
    /// commit leaves attached; nil shows all. Does nothing without a viewporter.
    package func setSource(part: BufferPart?) {
        viewport?.setSource(
            x: part?.x ?? -1, y: part?.y ?? -1, width: part?.width ?? -1, height: part?.height ?? -1)
    }

    /// Sets the region that takes pointer and touch input (`wl_surface.set_input_region`); nil is all, empty is none.
    public func setInputRegion(_ rects: [Rect]?) {
        withRegion(rects) { object.setInputRegion(region: $0) }
    }

    /// Sets the region that hides all content below (`wl_surface.set_opaque_region`); nil is none.
    public func setOpaqueRegion(_ rects: [Rect]?) {
        withRegion(rects) { object.setOpaqueRegion(region: $0) }
    }

    /// Declares the content to be video (`wp_content_type_v1`), if offered.
    public func declareVideo() { contentType?.setContentType(contentType: .video) }

    /// Sets the surface's opacity, 0 to 1 (`wp_alpha_modifier_surface_v1.set_multiplier`). False if not offered.
    @discardableResult
    public func setOpacity(_ opacity: Double) -> Bool {
        guard let alphaModifiers = globals[WpAlphaModifierV1.self], object.isAlive else { return false }
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

    /// Requests a callback when it is time to draw the next frame (`wl_surface.frame`); takes effect with the next
    /// commit. Does nothing while a request is pending.
    /// - Parameter handler: receives the compositor's time, with an undefined epoch. Released without a call if the
    ///   surface ends first.
    public func requestFrame(_ handler: @escaping (Duration) -> Void) {
        guard !isFrameRequested, object.isAlive else { return }
        let callback = object.frame()
        frameCallback = callback
        callback.onEvent = { [weak self] event in
            guard case .done(let time) = event else { return }
            self?.frameCallback = nil
            handler(.milliseconds(time))
        }
    }

    /// Requests feedback on the next commit's content (`wp_presentation.feedback`).
    /// - Parameter handler: called once; released without a call if the surface ends first.
    /// - Returns: false if feedback isn't available.
    @discardableResult
    public func requestPresentation(_ handler: @escaping (PresentationFeedback) -> Void) -> Bool {
        guard let presentation = globals[WpPresentation.self], globals.hasPresentationTimes, object.isAlive,
            feedback.count < Self.feedbackLimit
        else { return false }
        globals.feedbackAsked += 1
        let object = presentation.feedback(surface: object)
        feedback.append(object)
        object.onEvent = { [weak self, unowned object] event in
            guard let answer = PresentationFeedback(event) else { return }
            self?.feedback.removeAll { $0 === object }
            // All compositors discard updates that were not shown; only a presentation time proves that feedback works.
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

    /// Destroys the surface; its role must have ended before. May be repeated.
    public func destroy() {
        globals.surfaces.remove(object)
        // Neither has a destructor request; answers still in flight are dropped.
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
