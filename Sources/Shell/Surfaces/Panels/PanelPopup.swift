package import OrielControls
package import OrielGeometry
import OrielPlatform
import OrielText
package import OrielWayland

/// A panel in a popup over a picture. Its first layout is drawn once the compositor has given it a size.
@MainActor
package final class PanelPopup {
    package let surface: Surface
    /// Size in logical pixels; nil until the compositor has configured the popup.
    package private(set) var size: Size?
    /// Hardware pixels per logical pixel.
    package private(set) var scale: Double
    /// The popup's place on the picture, in logical pixels.
    package private(set) var origin = Point(x: 0, y: 0)
    /// The panel's upper edge in the popup, in logical pixels: a panel that is lower than the popup stays beside the
    /// anchor.
    package private(set) var top = 0
    /// Runs when the size or scale has changed, and the panel needs another layout.
    package var onResize: () -> Void = {}
    /// Runs when the compositor dismissed the popup, or it can't be drawn: finish it.
    package var onDone: () -> Void = {}

    private let popup: Popup
    private let stage: Stage
    private let client: TextClient
    private var watch: EventLoop.Token?
    private var buffers: [ShmBuffer] = []
    private static let mostBuffers = 3
    /// Time for the first configure: keys go to the popup meanwhile.
    private static let patience = Duration.seconds(2)
    private var isFinished = false
    /// The anchor's distance from the popup's upper edge, in logical pixels.
    private var anchor = 0
    /// The panel's height.
    private var height = 0

    /// Makes the popup; nil if the picture's surface can have none.
    /// - Parameters:
    ///   - anchor: area of the picture that the popup is placed beside, in logical pixels.
    ///   - size: wanted size in logical pixels.
    ///   - isAbove: whether it is placed above the anchor, if there is room.
    package init?(
        over picture: PictureSurface, at anchor: Rect, size: Size, isAbove: Bool, seat: Seat, serial: UInt32
    ) {
        guard let parent = picture.stack.popupParent, picture.isMapped, let wakeup = try? Wakeup() else { return nil }
        stage = picture.stage
        client = stage.text.client(waking: wakeup)
        scale = picture.scale
        surface = Surface(stage.globals)
        popup = Popup(surface, of: parent, at: anchor, size: size, isAbove: isAbove, seat: seat, serial: serial)
        popup.onConfigure = { [weak self] in self?.configured($0, beside: anchor) }
        popup.onDone = { [weak self] in self?.onDone() }
        surface.onOutputsOrScaleChange = { [weak self] _ in self?.scaleChanged() }
        watch = try? stage.loop.watch(wakeup) { [weak self] in self?.textCame() }
        guard watch != nil else {
            finish()
            return nil
        }
        surface.commit()
        stage.loop.at(MonotonicClock.now + Self.patience) { [weak self] in if let self, self.size == nil { onDone() } }
    }

    /// Shows a layout for the present size and scale, once it is drawn.
    package func show(_ layout: PanelLayout) {
        guard !isFinished, let size, let scene = layout.scene else { return }
        height = layout.size.height
        top = max(0, min(anchor, size.height - height))
        if client.draw(scene) == .drawn { stage.loop.at(.zero) { [weak self] in self?.textCame() } }
    }

    private func configured(_ place: Rect, beside anchor: Rect) {
        let distance = anchor.y - place.y
        origin = place.origin
        guard !place.size.isEmpty, place.size != size || distance != self.anchor else { return }
        (size, self.anchor) = (place.size, distance)
        // The same layout has another place, or another room around it.
        client.cancel()
        onResize()
    }

    private func scaleChanged() {
        let preferred = surface.preferredScale
        let scale = stage.globals.hasViewporter ? preferred : preferred.rounded(.up)
        guard scale != self.scale else { return }
        self.scale = scale
        if size != nil { onResize() }
    }

    private func textCame() {
        stage.change(self) { [weak self] in self?.present() }
    }

    private func present() {
        guard !isFinished, let size else { return }
        let pixels = PixelGrid(scale: scale).pixels(of: size)
        buffers.removeAll { !$0.isBusy && $0.size != pixels }
        let free = buffers.first { !$0.isBusy }
        // Without a free buffer the picture waits for a release.
        guard free != nil || buffers.count < Self.mostBuffers, let text = client.takePicture() else { return }
        // A panel without text is useless.
        guard let bitmap = text.bitmap else { return onDone() }
        do throws(WaylandError) {
            let buffer: ShmBuffer
            if let free {
                buffer = free
                buffer.fill(0)
            } else {
                buffer = try ShmBuffer(stage.globals, size: pixels)
                buffer.onRelease = { [weak self] _ in self?.textCame() }
                buffers.append(buffer)
            }
            bitmap.copy(
                to: buffer.bytes, stride: buffer.stride, surface: pixels,
                origin: Point(x: 0, y: -Int((Double(top) * scale).rounded())))
            surface.setInputRegion([Rect(x: 0, y: top, width: size.width, height: height)])
            if !surface.setDestination(size) { surface.setBufferScale(Int(scale)) }
            surface.attach(buffer)
            surface.damage()
            surface.commit()
        } catch {
            stage.drawingFailed(PresenterFault(error))
            onDone()
        }
    }

    /// Destroys the popup.
    package func finish() {
        guard !isFinished else { return }
        isFinished = true
        (onResize, onDone) = ({}, {})
        client.cancel()
        if let watch { stage.loop.remove(watch) }
        watch = nil
        popup.destroy()
        surface.destroy()
        buffers = []
    }
}
