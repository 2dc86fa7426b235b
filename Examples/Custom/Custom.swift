import Oriel

/// A player with the app's own controls over the picture: a button for Picture in Picture and one for play and pause, and none of
/// Oriel's.
@main @MainActor
final class Custom: PictureInPictureControllerAsyncDelegate {
    private static let side = 48
    private let view: PlayerView
    private let controller: PictureInPictureController?

    static func main() {
        guard CommandLine.arguments.count == 2 else { return print("usage: Custom FILE") }
        var options = Application.Options()
        options.handlesSignals = true
        Application.run(id: "org.example.Custom", options: options) { try Custom(CommandLine.arguments[1], in: $0) }
    }

    private init(_ file: String, in application: Application) throws {
        view = try PlayerView(player: Player(file), in: application)
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
        view.showsPlaybackControls = false
        let play = ContentOverlay(frame: { Self.frame(of: 1, in: $0) }) { [unowned self] in draw(on: $0) }
        play.onPointer = { [unowned self] in hand($0) }
        view.contentOverlays = [play]
        if let controller {
            view.contentOverlays.append(.pictureInPictureButton(of: controller) { Self.frame(of: 0, in: $0) })
        }
        view.show()
        view.player.play()
        // The button shows something else now. The sequence keeps nothing; a task that named the player would.
        let changes = view.player.changes()
        Task { for await change in changes where change == .paused { play.setNeedsDisplay() } }
    }

    /// Two buttons beside each other.
    private static func frame(of button: Int, in view: Size) -> Rect {
        Rect(x: view.width / 2 + (button - 1) * side, y: view.height - 2 * side, width: side, height: side)
    }

    /// Two bars, or a full square: white on black, half of which is clear; premultiplied.
    private func draw(on canvas: ContentOverlay.Canvas) {
        let side = min(canvas.size.height, canvas.size.width)
        let half = (side / 4)..<(side / 4 + side / 2)
        canvas.withPixels { pixels in
            for y in 0..<side {
                for x in 0..<side {
                    let isOn = view.player.isPaused || !(side * 7 / 16..<side * 9 / 16).contains(x)
                    let isWhite = isOn && half.contains(x) && half.contains(y)
                    pixels[y * canvas.stride / 4 + x] = isWhite ? 0xFFFF_FFFF : 0x8000_0000
                }
            }
        }
    }

    private func hand(_ event: ContentOverlay.PointerEvent) -> Bool {
        let inside = 0..<Double(Self.side)
        if case .released(let x, let y) = event, inside.contains(x), inside.contains(y) {
            if view.player.isPaused { view.player.play() } else { view.player.pause() }
        }
        return true
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }
}
