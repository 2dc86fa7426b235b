import OrielGeometry
import OrielText
import OrielWayland

/// A subsurface over a picture surface, for text and shapes, so that the video isn't redrawn for them. Its content
/// takes effect with the next commit of the parent surface.
@MainActor
final class ChildSurface {
    /// Stacking order of the subsurfaces, from the lowest to the highest.
    enum Level: Comparable, CaseIterable {
        case page, subtitles, ground, content, placeholder, thumbnail, controls, mark, message
    }

    let level: Level
    let child: Subsurface
    private let globals: Globals
    /// Area of the content, in the parent's logical pixels; nil while nothing is shown.
    private var place: Rect?
    /// Area where the content is shown, which an animation moves away from `place`.
    private var shownPlace: Rect?
    /// The buffer with the content, and the scale for which it was drawn.
    private var content: (buffer: ShmBuffer, scale: Double)?
    /// The parent's visible part, in its logical pixels; nil if all of it.
    private var visiblePart: Rect?
    /// The content is outside of the visible part; a clear pixel is attached.
    private var isCutAway = false
    private var opacity = 1.0
    /// The buffer that is shown, those that the compositor still reads, and released ones of the same size.
    private var buffers: [ShmBuffer] = []
    /// Largest size of a released buffer that is kept while nothing is shown, in bytes.
    private static let mostKept = 1 << 18
    /// The clear pixel that is attached while nothing is shown. It never changes, so it may be attached while the
    /// compositor reads it.
    private var clearPixel: ShmBuffer?

    /// Creates a subsurface; nil if the compositor has no `wl_subcompositor`.
    /// - Parameter next: the lowest of the subsurfaces above this one; nil if there is none.
    init?(over surface: Surface, at level: Level, below next: ChildSurface?) {
        guard let child = Subsurface(over: surface) else { return nil }
        self.level = level
        self.child = child
        globals = surface.globals
        if let next { child.place(below: next.child) }
    }

    /// Shows a bitmap that was drawn for the parent surface.
    /// - Parameters:
    ///   - parent: the parent's size in logical pixels.
    ///   - scale: the scale for which the bitmap was drawn, in hardware pixels per logical pixel.
    /// - Returns: false if no part of the bitmap lies within the parent.
    func show(_ bitmap: TextBitmap, on parent: Size, scale: Double) throws(WaylandError) -> Bool {
        guard let part = PixelGrid(scale: scale).part(containing: bitmap.area, of: parent) else { return false }
        try show(part, scale: scale) { buffer in
            bitmap.copy(
                to: buffer.bytes, stride: buffer.stride, surface: part.pixels.size,
                origin: part.pixels.origin)
        }
        return true
    }

    /// Sets the content's opacity, if the compositor has `wp_alpha_modifier_v1`. It takes effect with the parent's next
    /// commit.
    /// - Returns: whether it has it.
    func setOpacity(_ opacity: Double) -> Bool {
        guard globals.hasOpacity else { return false }
        guard opacity != self.opacity else { return true }
        self.opacity = opacity
        guard child.surface.setOpacity(opacity) else { return false }
        child.surface.commit()
        return true
    }

    /// Shows what `draw` draws for a part of the parent.
    /// - Parameters:
    ///   - part: the part's area, from `PixelGrid.part` at the parent's scale.
    ///   - draw: called once with a clear buffer of the part's size in hardware pixels.
    func show(
        _ part: (logical: Rect, pixels: Rect), scale: Double, draw: (ShmBuffer) -> Void
    ) throws(WaylandError) {
        let buffer = try clearBuffer(part.pixels.size)
        draw(buffer)
        (place, shownPlace) = (part.logical, part.logical)
        content = (buffer, scale)
        present(isNew: true)
    }

    /// Clips the content to a part of the parent; nil shows all of it. Takes effect with the parent's next commit.
    func clip(to part: Rect?) {
        guard part != visiblePart else { return }
        let wasClipped = visiblePart != nil
        visiblePart = part
        if wasClipped, part == nil { child.surface.setSource(part: nil) }
        present(isNew: false)
    }

    /// Sets the visible part of the content, and its place on the parent's visible part.
    private func present(isNew: Bool) {
        guard let content, let shownPlace else { return }
        let visible = ClippedPlace(of: shownPlace, in: visiblePart)
        let wasCutAway = isCutAway
        isCutAway = visible.part?.isEmpty == true
        guard !isCutAway else {
            // Without a buffer for it the content stays, which is seen beyond the parent until it can be had.
            do throws(WaylandError) { if !wasCutAway { try attachClear() } } catch { isCutAway = false }
            return
        }
        child.place(at: visible.origin)
        if !child.surface.setDestination(visible.part?.size ?? shownPlace.size) {
            child.surface.setBufferScale(Int(content.scale))
        }
        if visiblePart != nil {
            let whole = Rect(origin: .zero, size: shownPlace.size)
            child.surface.setSource(
                part: visible.part.flatMap { BufferPart(of: $0, in: whole, buffer: content.buffer.size) })
        }
        if isNew || wasCutAway { attach(content.buffer) } else { child.surface.commit() }
    }

    /// A clear buffer of a size: a released one, or else a new one. Creating a buffer costs more than drawing most
    /// contents.
    private func clearBuffer(_ size: Size) throws(WaylandError) -> ShmBuffer {
        guard let used = buffers.first(where: { !$0.isBusy && $0.size == size }) else {
            return try ShmBuffer(globals, size: size)
        }
        used.fill(0)
        return used
    }

    /// Shifts and scales the content as if the parent's area `origin` became `target`; takes effect with the parent's
    /// next commit.
    func follow(from origin: Rect, to target: Rect) {
        guard let place, !origin.isEmpty, !target.isEmpty else { return }
        let (x, y) = (
            Double(target.width) / Double(origin.width), Double(target.height) / Double(origin.height)
        )
        guard globals.hasViewporter else { return }
        shownPlace = Rect(
            x: target.x + Int((Double(place.x - origin.x) * x).rounded()),
            y: target.y + Int((Double(place.y - origin.y) * y).rounded()),
            width: max(1, Int((Double(place.width) * x).rounded())),
            height: max(1, Int((Double(place.height) * y).rounded())))
        present(isNew: false)
    }

    /// Hides the content by attaching a clear pixel: phoc 0.24 crashes when a subsurface of a layer surface is
    /// unmapped.
    func hide() throws(WaylandError) {
        (place, shownPlace, content, isCutAway) = (nil, nil, nil, false)
        try attachClear()
    }

    private func attachClear() throws(WaylandError) {
        let clear: ShmBuffer
        if let clearPixel {
            clear = clearPixel
        } else {
            clear = try ShmBuffer(globals, size: Size(width: 1, height: 1))
        }
        clearPixel = clear
        if visiblePart != nil { child.surface.setSource(part: nil) }
        if !child.surface.setDestination(clear.size) { child.surface.setBufferScale(1) }
        attach(clear)
    }

    private func attach(_ buffer: ShmBuffer) {
        child.surface.attach(buffer)
        child.surface.damage()
        child.surface.commit()
        if buffer === clearPixel {
            // Keeps small buffers, which are likely to be needed again soon, and frees large ones.
            buffers.removeAll { !$0.isBusy && $0.bytes.count > Self.mostKept }
        } else {
            buffers.removeAll { $0 === buffer || !$0.isBusy && $0.size != buffer.size }
            buffers.append(buffer)
        }
    }

    /// Destroys the subsurface. Call after the parent's role object is destroyed, for the reason given at `hide`.
    func finish() {
        child.destroy()
        (buffers, clearPixel, content) = ([], nil, nil)
    }
}
