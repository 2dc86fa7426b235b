import Oriel

/// A text, button or card of an empty window: an overlay with its text, its state and its action.
@MainActor
final class StartElement {
    /// State of an element that can be pressed.
    struct Look: Hashable {
        var isHovered = false
        var isPressed = false
        /// Chosen with the keyboard.
        var isFocused = false
    }

    /// Memory to draw into, with the element's own area.
    struct Place {
        let canvas: ContentOverlay.Canvas
        let text: OverlayText
        /// The element's area, from the canvas's upper left corner.
        let area: Rect
        let letter: Int
        let look: Look
    }

    let overlay: ContentOverlay
    private let text: OverlayText
    private let layout: (Size) -> (area: Rect?, letter: Int)
    private let draw: (Place) -> Void
    private var look = Look()
    private var area = Rect(x: 0, y: 0, width: 0, height: 0)
    private var letter = 0

    /// Whether the element had room in the window when it was last placed.
    var isShown: Bool { !area.isEmpty }

    var isFocused: Bool {
        get { look.isFocused }
        set { change { $0.isFocused = newValue } }
    }

    /// - Parameters:
    ///   - layout: returns the element's area in the window, nil to hide it, and the height of a line of text.
    ///   - action: called when the element is clicked; nil for a text, which lets clicks through.
    init(
        in application: Application, layout: @escaping (Size) -> (area: Rect?, letter: Int),
        draw: @escaping (Place) -> Void, action: (() -> Void)? = nil
    ) throws(StartError) {
        self.layout = layout
        self.draw = draw
        text = try OverlayText(in: application)
        overlay = ContentOverlay(frame: { _ in Rect(x: 0, y: 0, width: 0, height: 0) }, draw: { _ in })
        text.overlay = overlay
        overlay.frame = { [weak self] in self?.place(in: $0) ?? Rect(x: 0, y: 0, width: 0, height: 0) }
        overlay.draw = { [weak self] in self?.draw(on: $0) }
        if let action { overlay.onPointer = { [weak self] in self?.handle($0, action) ?? false } }
    }

    private func place(in window: Size) -> Rect {
        let place = layout(window)
        (area, letter) = (place.area ?? Rect(x: 0, y: 0, width: 0, height: 0), place.letter)
        return area
    }

    private func draw(on canvas: ContentOverlay.Canvas) {
        let own = Rect(
            x: area.x - canvas.frame.x, y: area.y - canvas.frame.y, width: area.width, height: area.height)
        draw(Place(canvas: canvas, text: text, area: own, letter: letter, look: look))
    }

    private func handle(_ event: ContentOverlay.PointerEvent, _ action: () -> Void) -> Bool {
        func isInside(_ x: Double, _ y: Double) -> Bool {
            x >= 0 && y >= 0 && x < Double(area.width) && y < Double(area.height)
        }
        switch event {
        case .moved(let x, let y): change { $0.isHovered = isInside(x, y) }
        case .left: change { $0.isHovered = false }
        case .pressed: change { $0.isPressed = true }
        case .cancelled: change { $0.isPressed = false }
        case .released(let x, let y):
            change { $0.isPressed = false }
            if isInside(x, y) { action() }
        }
        return true
    }

    private func change(_ body: (inout Look) -> Void) {
        let before = look
        body(&look)
        if look != before { overlay.setNeedsDisplay() }
    }
}
