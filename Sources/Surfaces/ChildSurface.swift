import OrielGeometry
import OrielText
import OrielWayland

/// Text or shapes over a picture, on a surface of their own, so that the picture isn't drawn again for them. What it shows
/// takes effect with the next commit of the picture's surface.
@MainActor
final class ChildSurface {
    /// What lies over what, the lowest first.
    enum Level: Int, Comparable {
        case subtitles, ground, content, placeholder, thumbnail, controls, mark, message

        static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    let level: Level
    let child: Subsurface
    private let globals: Globals
    /// Where it is shown, in the parent's logical pixels.
    private var place: Rect?
    /// What is shown, what the compositor still reads, and what it has read of the same size.
    private var buffers: [ShmBuffer] = []
    /// Bytes of a buffer that is kept while nothing is shown.
    private static let mostKept = 1 << 18
    /// What it shows while it shows nothing; it never changes, so whether the compositor still reads it is of no matter.
    private var clearPixel: ShmBuffer?

    /// Nil where the compositor offers no surfaces over others.
    /// - Parameter next: the lowest of those that it lies below; nil for none.
    init?(over surface: Surface, at level: Level, below next: ChildSurface?) {
        guard let child = Subsurface(over: surface) else { return nil }
        self.level = level
        self.child = child
        globals = surface.globals
        if let next { child.place(below: next.child) }
    }

    /// Shows a bitmap that was drawn for the parent.
    /// - Parameters:
    ///   - parent: its size in logical pixels.
    ///   - scale: by which the bitmap was drawn.
    /// - Returns: false where nothing of it is to be seen.
    func show(_ bitmap: TextBitmap, on parent: Size, scale: Double) throws(WaylandError) -> Bool {
        guard let part = PixelGrid(scale: scale).part(containing: bitmap.area, of: parent) else { return false }
        try show(part, scale: scale) { buffer in
            bitmap.copy(
                to: buffer.bytes, stride: buffer.stride, surface: part.pixels.size,
                origin: part.pixels.origin)
        }
        return true
    }

    /// Shows what is drawn for a part of the parent.
    /// - Parameters:
    ///   - part: where it lies, as a grid of the parent's scale has it.
    ///   - draw: gets clear pixels of that part's size.
    func show(
        _ part: (logical: Rect, pixels: Rect), scale: Double, draw: (ShmBuffer) -> Void
    ) throws(WaylandError) {
        let buffer = try clearBuffer(part.pixels.size)
        draw(buffer)
        place = part.logical
        child.place(at: part.logical.origin)
        if !child.surface.setDestination(part.logical.size) { child.surface.setBufferScale(Int(scale)) }
        attach(buffer)
    }

    /// One that the compositor has read, or a new one: making it known costs more than drawing most of what is shown.
    private func clearBuffer(_ size: Size) throws(WaylandError) -> ShmBuffer {
        guard let used = buffers.first(where: { !$0.isBusy && $0.size == size }) else {
            return try ShmBuffer(globals, size: size)
        }
        used.fill(0)
        return used
    }

    /// Shows what it shows as it lies in `target` where that is what `origin` becomes; takes effect with the parent's next commit.
    func follow(from origin: Rect, to target: Rect) {
        guard let place, !origin.isEmpty, !target.isEmpty else { return }
        let (x, y) = (
            Double(target.width) / Double(origin.width), Double(target.height) / Double(origin.height)
        )
        let size = Size(
            width: max(1, Int((Double(place.width) * x).rounded())),
            height: max(1, Int((Double(place.height) * y).rounded())))
        guard child.surface.setDestination(size) else { return }
        child.place(
            at: Point(
                x: target.x + Int((Double(place.x - origin.x) * x).rounded()),
                y: target.y + Int((Double(place.y - origin.y) * y).rounded())))
        child.surface.commit()
    }

    /// Shows nothing, by a clear pixel: phoc 0.24 ends with a surface over a layer surface that is unmapped.
    func hide() throws(WaylandError) {
        place = nil
        let clear: ShmBuffer
        if let clearPixel {
            clear = clearPixel
        } else {
            clear = try ShmBuffer(globals, size: Size(width: 1, height: 1))
        }
        clearPixel = clear
        if !child.surface.setDestination(clear.size) { child.surface.setBufferScale(1) }
        attach(clear)
    }

    private func attach(_ buffer: ShmBuffer) {
        child.surface.attach(buffer)
        child.surface.damage()
        child.surface.commit()
        if buffer === clearPixel {
            // What is shown again soon needs no new memory; what is large gives it back.
            buffers.removeAll { !$0.isBusy && $0.bytes.count > Self.mostKept }
        } else {
            buffers.removeAll { $0 === buffer || !$0.isBusy && $0.size != buffer.size }
            buffers.append(buffer)
        }
    }

    /// After the parent's role, for the same reason.
    func finish() {
        child.destroy()
        (buffers, clearPixel) = ([], nil)
    }
}
