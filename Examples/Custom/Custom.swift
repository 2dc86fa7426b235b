import Oriel

/// A player with the app's own controls over the picture: a button for Picture in Picture and one for play and pause, and none of
/// Oriel's.
@main @MainActor
final class Custom: PictureInPictureControllerAsyncDelegate {
    private static let side = 48
    private let view: PlayerView
    private let controller: PictureInPictureController?
    private var pressed: Int?

    static func main() throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: Custom FILE") }
        let application = try Application(id: "org.example.Custom", handlesSignals: true)
        let custom = try Custom(CommandLine.arguments[1], in: application)
        try withExtendedLifetime(custom) { try application.run() }
    }

    private init(_ file: String, in application: Application) throws {
        view = try PlayerView(player: Player(file), in: application)
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
        view.showsPlaybackControls = false
        let bar = ContentOverlay(
            frame: { view in
                Rect(
                    x: view.width / 2 - Self.side, y: view.height - 2 * Self.side, width: 2 * Self.side,
                    height: Self.side)
            }, draw: { [unowned self] in draw(on: $0) })
        bar.onPointer = { [unowned self] in hand($0) }
        view.contentOverlays = [bar]
        view.show()
        // What the buttons show has changed.
        Task { for await change in view.player.changes() where change == .paused { bar.setNeedsDisplay() } }
        if let snapshots = controller?.snapshots() { Task { for await _ in snapshots { bar.setNeedsDisplay() } } }
    }

    private func draw(on canvas: ContentOverlay.Canvas) {
        let side = min(canvas.size.height, canvas.size.width / 2)
        let pixels = canvas.bytes.bindMemory(to: UInt32.self)
        let half = (side / 4)..<(side / 4 + side / 2)
        let start = PictureInPictureController.pictureInPictureButtonStartImage.coverage(side: half.count)
        let isPossible = controller?.isPictureInPicturePossible ?? false
        for y in 0..<side {
            for x in 0..<side {
                let isInside = half.contains(x) && half.contains(y)
                // A white picture on black, half of which is clear; premultiplied.
                let cover = isInside ? UInt32(start[(y - half.lowerBound) * half.count + x - half.lowerBound]) : 0
                let light = cover / (isPossible ? 1 : 3)
                pixels[y * canvas.stride / 4 + x] = max(light, 128) << 24 | light << 16 | light << 8 | light
                // Two bars, or a full square.
                let isOn = isInside && (view.player.isPaused || !(side * 7 / 16..<side * 9 / 16).contains(x))
                pixels[y * canvas.stride / 4 + side + x] = isOn ? 0xFFFF_FFFF : 0x8000_0000
            }
        }
    }

    private func hand(_ event: ContentOverlay.PointerEvent) -> Bool {
        switch event {
        case .pressed(let x, _):
            pressed = Int(x) / Self.side
        case .released(let x, let y) where (0..<Double(Self.side)).contains(y) && Int(x) / Self.side == pressed:
            if pressed == 0 {
                controller?.startPictureInPicture()
            } else if view.player.isPaused {
                view.player.resume()
            } else {
                view.player.pause()
            }
        default: break
        }
        return true
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }
}
