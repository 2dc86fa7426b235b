import OrielControls
import OrielGeometry
import OrielPlatform
import OrielPlayer
import OrielSurfaces
import OrielText
import OrielTexts
import OrielTransport
import OrielWayland

/// The frame in a view's picture with which a person chooses its crop. The whole picture is shown meanwhile.
@MainActor
final class CropOverlay {
    let overlay: ContentOverlay
    /// Called with the chosen part of the upright video, or with nil if nothing was chosen.
    var onEnd: (VideoCrop?) -> Void = { _ in }

    private let player: Player
    /// The buttons' words, which never change, and the size.
    private let words: OverlayText
    private let size: OverlayText
    private let calls: CallQueue
    /// Made before the first drawing: a hand or a key may come sooner.
    private var choice: CropFrame
    /// The effect of the button that is pressed.
    private var pressed: CropFrame.Step?

    private static let (shade, line, plate, dark): (UInt32, UInt32, UInt32, UInt32) = (
        0x9000_0000, 0xFFFF_FFFF, 0xE020_2024, 0xFF00_0000
    )

    /// Begins with the part that is shown now.
    init(of player: Player, in application: Application, textScale: Double) throws(PlatformError) {
        self.player = player
        choice = CropFrame(
            player.shownPart.turned(quarters: player.pictureForm.rotation.rawValue / 90),
            of: Rect(origin: .zero, size: .zero), canPin: player.source.state.isLive,
            isPinned: player.pictureForm.crop.isHeld, textScale: textScale)
        calls = application.desktop.calls
        words = try OverlayText(engine: application.desktop.stage.text, loop: application.loop)
        size = try OverlayText(engine: application.desktop.stage.text, loop: application.loop)
        overlay = ContentOverlay(frame: { _ in Rect(origin: .zero, size: .zero) }, draw: { _ in })
        (words.overlay, size.overlay) = (overlay, overlay)
        overlay.isModal = true
        overlay.frame = { [weak self] in self?.place(in: $0) ?? Rect(origin: .zero, size: .zero) }
        overlay.draw = { [weak self] in self?.draw(on: $0) }
        overlay.onPointer = { [weak self] in self?.handle($0) ?? false }
        overlay.onScroll = { _ in true }
    }

    /// Lies over all of a surface, with the frame where the video is shown on it. Call before a key; each press does.
    @discardableResult
    func place(in surface: Size) -> Rect {
        if let frame = player.currentFrame {
            choice.picture = player.pictureForm.view(of: ContentFit(frame), in: surface).destination
        }
        return Rect(origin: .zero, size: surface)
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
            case "h": .pin
            default: nil
            }
        guard let key else { return }
        follow(choice.key(key, resizes: event.modifiers.contains(.shift)))
    }

    private func follow(_ step: CropFrame.Step) {
        overlay.setNeedsDisplay()
        guard step != .stays else { return }
        guard step != .pins else {
            choice.pin()
            return
        }
        let crop = step == .applies ? chosen : nil
        // In the next turn, since the press belongs to this overlay up to its end.
        calls.add { [weak self] in self?.onEnd(crop) }
    }

    private var chosen: VideoCrop {
        let part = choice.part.turned(quarters: -quarters)
        guard part != .whole else { return .none }
        guard choice.isPinned, let size = player.uprightSize else { return .part(part) }
        let corner = CropFrame(part, of: choice.picture).corner
        return .held(VideoCrop.turned(part.pixels(of: size), at: corner, of: size), to: corner)
    }

    /// Quarter turns of the picture on the screen against the upright video.
    private var quarters: Int { player.pictureForm.rotation.rawValue / 90 }

    private func handle(_ event: ContentOverlay.PointerEvent) -> Bool {
        switch event {
        case .moved(let x, let y): if choice.move(to: x, y) { overlay.setNeedsDisplay() }
        case .pressed(let x, let y):
            let step = choice.press(x, y)
            // A button acts when it is released over it.
            if step == .stays { follow(step) } else { pressed = step }
        case .released(let x, let y):
            _ = choice.move(to: x, y)
            choice.release()
            if let pressed, choice.button(at: x, y) == pressed { follow(pressed) }
            pressed = nil
        case .cancelled:
            choice.release()
            pressed = nil
        case .left: break
        }
        return true
    }

    private func draw(on canvas: ContentOverlay.Canvas) {
        let (picture, part) = (choice.picture, choice.frame)
        for area in picture.subtracting(part) { canvas.fill(area, color: Self.shade) }
        func rim(_ outset: Int, _ width: Int, _ color: UInt32) {
            let outer = part.inset(by: -outset)
            for area in outer.subtracting(outer.inset(by: width)) { canvas.fill(area, color: color) }
        }
        // White on black is seen over any picture.
        rim(2, 3, Self.dark)
        rim(1, 1, Self.line)
        for y in [part.y, part.y + part.height / 2, part.maxY] {
            for x in [part.x, part.x + part.width / 2, part.maxX]
            where x != part.x + part.width / 2 || y != part.y + part.height / 2 {
                // The corner that a part is held to has a larger handle.
                let holds =
                    choice.isPinned && x == (choice.corner.isLeft ? part.x : part.maxX)
                    && y == (choice.corner.isTop ? part.y : part.maxY)
                let side = holds ? 9 : 5
                let handle = Rect(x: x - side, y: y - side, width: 2 * side, height: 2 * side)
                canvas.fill(handle.inset(by: -1), color: Self.dark, cornerRadius: 3)
                canvas.fill(handle, color: Self.line, cornerRadius: 2)
            }
        }
        drawTexts(on: canvas)
    }

    private func drawTexts(on canvas: ContentOverlay.Canvas) {
        let plates = choice.buttons.map { (text: name(of: $0.step), area: $0.area) }
        if let first = plates.first?.area, let last = plates.last?.area {
            let row = Rect(x: first.x, y: first.y, width: last.maxX - first.x, height: first.height)
            draw(plates, of: row, scale: choice.scale, by: words, on: canvas)
        }
        let frame = choice.frame
        guard let video = player.uprightSize else { return }
        let pixels = choice.part.turned(quarters: -quarters).pixels(of: video)
        let plate = Rect(
            x: frame.x + 12, y: frame.y + 12, width: Int(100 * choice.scale), height: Int(26 * choice.scale))
        guard frame.width > plate.width + 20, frame.height > 3 * plate.height else { return }
        draw([("\(pixels.width)×\(pixels.height)", plate)], of: plate, scale: choice.scale, by: size, on: canvas)
    }

    private func name(of step: CropFrame.Step) -> String {
        switch step {
        case .applies: localized("Crop")
        case .pins: choice.isPinned ? localized("At corner") : localized("Scales")
        case .cancels, .stays: localized("Cancel")
        }
    }

    /// Draws texts on plates, in a scene as large as all of them: it is the same wherever they lie.
    private func draw(
        _ plates: [(text: String, area: Rect)], of all: Rect, scale: Double, by drawing: OverlayText,
        on canvas: ContentOverlay.Canvas
    ) {
        func pixels(_ length: Int) -> Double { Double(length) * canvas.scale }
        for plate in plates { canvas.fill(plate.area, color: Self.plate, cornerRadius: 6) }
        let runs = plates.map { plate in
            let (x, y) = (plate.area.x - all.x, plate.area.y - all.y)
            var run = TextRun(
                plate.text, size: 17 * scale * canvas.scale,
                at: PathPoint(
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
