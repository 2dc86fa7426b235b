import OrielControls
import OrielGeometry
import OrielPlatform
import OrielPlayer
import OrielSurfaces
import OrielText
import OrielWayland

/// The frame in a view's picture with which a person chooses its crop. The whole picture is shown meanwhile.
@MainActor
final class CropOverlay {
    let overlay: ContentOverlay
    /// Called with the chosen part of the upright video, or with nil if nothing was chosen.
    var onEnd: (UnitRect?) -> Void = { _ in }

    private let player: Player
    /// The buttons' words, which never change, and the size.
    private let words: OverlayText
    private let size: OverlayText
    private let calls: CallQueue
    private var choice: CropFrame?
    /// The effect of the button that is pressed.
    private var pressed: CropFrame.Step?
    /// The part that the frame begins with.
    private let first: UnitRect

    private static let (shade, line, plate, dark): (UInt32, UInt32, UInt32, UInt32) = (
        0x9000_0000, 0xFFFF_FFFF, 0xE020_2024, 0xFF00_0000
    )

    /// - Parameter part: the part of the upright video that is chosen at first.
    init(_ part: UnitRect, of player: Player, in application: Application) throws(PlatformError) {
        self.player = player
        first = part
        calls = application.desktop.calls
        words = try OverlayText(engine: application.desktop.stage.text, loop: application.loop)
        size = try OverlayText(engine: application.desktop.stage.text, loop: application.loop)
        overlay = ContentOverlay(frame: { Rect(origin: .zero, size: $0) }, draw: { _ in })
        (words.overlay, size.overlay) = (overlay, overlay)
        overlay.isModal = true
        overlay.draw = { [weak self] in self?.draw(on: $0) }
        overlay.onPointer = { [weak self] in self?.handle($0) ?? false }
        overlay.onScroll = { _ in true }
    }

    /// Handles a key of the window; the frame takes all.
    func key(_ event: KeyEvent) {
        let key: CropFrame.Key? =
            switch event.baseName {
            case "Left", "KP_Left": .left
            case "Right", "KP_Right": .right
            case "Up", "KP_Up": .up
            case "Down", "KP_Down": .down
            case "Return", "KP_Enter": .apply
            case "Escape", "c": .cancel
            default: nil
            }
        guard let key, let step = choice?.key(key, resizes: event.modifiers.contains(.shift)) else { return }
        follow(step)
    }

    private func follow(_ step: CropFrame.Step) {
        overlay.setNeedsDisplay()
        guard step != .stays else { return }
        let part = step == .applies ? choice.map { $0.part.turned(quarters: -quarters) } : nil
        // In the next turn, since the press belongs to this overlay up to its end.
        calls.add { [weak self] in self?.onEnd(part) }
    }

    /// Quarter turns of the picture on the screen against the upright video.
    private var quarters: Int { player.pictureForm.rotation.rawValue / 90 }

    private func handle(_ event: ContentOverlay.PointerEvent) -> Bool {
        switch event {
        case .moved(let x, let y): if choice?.move(to: x, y) == true { overlay.setNeedsDisplay() }
        case .pressed(let x, let y):
            guard let step = choice?.press(x, y) else { break }
            // A button acts when it is released over it.
            if step == .stays { follow(step) } else { pressed = step }
        case .released(let x, let y):
            _ = choice?.move(to: x, y)
            choice?.release()
            if let pressed, choice?.button(at: x, y) == pressed { follow(pressed) }
            pressed = nil
        case .cancelled:
            choice?.release()
            pressed = nil
        case .left: break
        }
        return true
    }

    private func draw(on canvas: ContentOverlay.Canvas) {
        guard let frame = player.currentFrame else { return }
        let picture = player.pictureForm.view(of: ContentFit(frame), in: canvas.frame.size).destination
        if choice == nil { choice = CropFrame(first.turned(quarters: quarters), of: picture) }
        choice?.picture = picture
        guard let choice else { return }
        let part = choice.frame
        for area in picture.subtracting(part) { canvas.fill(area, color: Self.shade) }
        func rim(_ outset: Int, _ width: Int, _ color: UInt32) {
            let outer = Rect(
                x: part.x - outset, y: part.y - outset, width: part.width + 2 * outset, height: part.height + 2 * outset
            )
            let inner = Rect(
                x: outer.x + width, y: outer.y + width, width: outer.width - 2 * width, height: outer.height - 2 * width
            )
            for area in outer.subtracting(inner) { canvas.fill(area, color: color) }
        }
        // White on black is seen over any picture.
        rim(2, 3, Self.dark)
        rim(1, 1, Self.line)
        for y in [part.y, part.y + part.height / 2, part.maxY] {
            for x in [part.x, part.x + part.width / 2, part.maxX]
            where x != part.x + part.width / 2 || y != part.y + part.height / 2 {
                canvas.fill(Rect(x: x - 6, y: y - 6, width: 12, height: 12), color: Self.dark, cornerRadius: 3)
                canvas.fill(Rect(x: x - 5, y: y - 5, width: 10, height: 10), color: Self.line, cornerRadius: 2)
            }
        }
        drawTexts(choice, on: canvas)
    }

    private func drawTexts(_ choice: CropFrame, on canvas: ContentOverlay.Canvas) {
        let (apply, cancel) = choice.buttons
        let both = Rect(x: apply.x, y: apply.y, width: cancel.maxX - apply.x, height: apply.height)
        draw([("Crop", apply), ("Cancel", cancel)], of: both, by: words, on: canvas)
        let frame = choice.frame
        guard let video = player.uprightSize, frame.height > 90, frame.width > 120 else { return }
        let pixels = choice.part.turned(quarters: -quarters).pixels(of: video)
        let plate = Rect(x: frame.x + 12, y: frame.y + 12, width: 100, height: 26)
        draw([("\(pixels.width)×\(pixels.height)", plate)], of: plate, by: size, on: canvas)
    }

    /// Draws texts on plates, in a scene as large as all of them: it is the same wherever they lie.
    private func draw(
        _ plates: [(text: String, area: Rect)], of all: Rect, by drawing: OverlayText, on canvas: ContentOverlay.Canvas
    ) {
        func pixels(_ length: Int) -> Double { Double(length) * canvas.scale }
        for plate in plates { canvas.fill(plate.area, color: Self.plate, cornerRadius: 6) }
        let runs = plates.map { plate in
            let (x, y) = (plate.area.x - all.x, plate.area.y - all.y)
            var run = TextRun(
                plate.text, size: 17 * canvas.scale,
                at: TextPoint(
                    x: pixels(x) + pixels(plate.area.width) / 2, y: pixels(y) + pixels(plate.area.height) / 2))
            run.anchor = .center
            run.width = pixels(plate.area.width)
            return run
        }
        let scene = TextScene(
            size: Size(width: Int(pixels(all.width).rounded(.up)), height: Int(pixels(all.height).rounded(.up))),
            items: runs.map { .text($0) })
        drawing.draw(
            scene, on: canvas, at: Point(x: Int(pixels(all.x).rounded()), y: Int(pixels(all.y).rounded())))
    }
}
