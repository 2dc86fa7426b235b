import OrielControls
import OrielGeometry
import OrielPlatform
import OrielSurfaces
import OrielWayland
import OrielWindows

/// A panel in a view's picture, as a content overlay: a page, or the menu of a surface that can have no popup.
@MainActor
final class PanelOverlay {
    let overlay: ContentOverlay
    let pages: PanelPages
    /// Finds the image of a row, by its number on the page that is shown.
    var image: (Int) -> OverlayImage? = { _ in nil }

    /// Runs when the layout has changed.
    var onLayout: () -> Void = {}

    private let text: OverlayText
    private let calls: CallQueue
    /// The images that are shown, with their places.
    private var images: [(place: PanelLayout.Image, image: OverlayImage)] = []
    /// The area that a menu lies beside, in logical pixels; nil for a page, which lies in the middle.
    private let anchor: Rect?
    private var picture = Size.zero
    private(set) var frame = Rect(origin: .zero, size: .zero)

    /// Distance of a menu from the picture's edges.
    private static let margin = 8

    init(_ pages: PanelPages, at anchor: Rect?, in application: Application) throws(PlatformError) {
        (self.pages, self.anchor) = (pages, anchor)
        calls = application.desktop.calls
        text = try OverlayText(engine: application.desktop.stage.text, loop: application.loop)
        overlay = ContentOverlay(frame: { _ in Rect(origin: .zero, size: .zero) }, draw: { _ in })
        text.overlay = overlay
        overlay.isModal = anchor != nil
        overlay.frame = { [weak self] in self?.place(in: $0) ?? Rect(origin: .zero, size: .zero) }
        overlay.draw = { [weak self] in self?.draw(on: $0) }
        overlay.onPointer = { [weak self] in self?.handle($0) ?? false }
        overlay.onScroll = { [weak self] in self?.scroll($0) ?? false }
        pages.show = { [weak self] _ in self?.changed() }
    }

    /// The part of the field that keys change, in logical pixels of the picture; nil without one.
    var fieldArea: Rect? {
        let controls = pages.controls
        return controls.layout.fieldArea?.divided(by: controls.surroundings.scale).offset(by: frame.origin)
    }

    private func changed() {
        frame = placed(pages.controls.layout.size)
        overlay.setNeedsDisplay()
        onLayout()
    }

    private func place(in picture: Size) -> Rect {
        guard picture != self.picture else { return frame }
        self.picture = picture
        var surroundings = pages.controls.surroundings
        let margin = anchor == nil ? 0 : 2 * Self.margin
        surroundings.room = Size(
            width: max(0, picture.width - margin), height: max(0, picture.height - margin))
        pages.change { $0.move(to: surroundings) }
        frame = placed(pages.controls.layout.size)
        return frame
    }

    private func placed(_ size: Size) -> Rect {
        guard let anchor else { return Rect(size, inMiddleOf: Rect(origin: .zero, size: picture)) }
        // Above the anchor where it begins in the lower half, as at a button of the bar.
        let isAbove = anchor.y > picture.height / 2
        func limited(_ place: Int, _ length: Int, _ room: Int) -> Int {
            min(max(place, Self.margin), max(Self.margin, room - length - Self.margin))
        }
        return Rect(
            x: limited(anchor.x, size.width, picture.width),
            y: limited(isAbove ? anchor.y - size.height : anchor.maxY, size.height, picture.height),
            width: size.width, height: size.height)
    }

    private func draw(on canvas: ContentOverlay.Canvas) {
        if canvas.scale != pages.controls.surroundings.scale {
            var surroundings = pages.controls.surroundings
            surroundings.scale = canvas.scale
            pages.change { $0.move(to: surroundings) }
        }
        let layout = pages.controls.layout
        guard let scene = layout.scene else { return }
        func pixels(_ length: Int) -> Int { Int((Double(length) * canvas.scale).rounded()) }
        let corner = Point(x: pixels(frame.x - canvas.frame.x), y: pixels(frame.y - canvas.frame.y))
        // Until the text is there, the images stay beside the former one.
        if text.draw(scene, on: canvas, at: corner) {
            images = layout.images.compactMap { place in image(place.row).map { (place, $0) } }
        }
        for (place, image) in images {
            canvas.draw(image, pixels: place.area.offset(by: corner), radius: place.radius)
        }
    }

    private func handle(_ event: ContentOverlay.PointerEvent) -> Bool {
        switch event {
        case .moved(let x, let y): pages.moved(to: x, y, nil)
        case .left: pages.change { $0.left() }
        case .pressed(let x, let y):
            let isInside = x >= 0 && y >= 0 && x < Double(frame.width) && y < Double(frame.height)
            if overlay.isModal, !isInside {
                // In the next turn, since the press belongs to this overlay up to its end.
                calls.add { [pages] in pages.close() }
                return true
            }
            pages.pressed(at: x, y, isTouch: overlay.isTouched, nil)
            return overlay.isModal || pages.controls.isPressed
        case .released(let x, let y):
            pages.moved(to: x, y, nil)
            pages.released(nil)
        case .cancelled: pages.change { $0.cancelled() }
        }
        return true
    }

    private func scroll(_ steps: Int) -> Bool {
        pages.change { $0.scroll(by: steps) }
        return true
    }
}
