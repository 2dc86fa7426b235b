public import OrielGeometry
public import OrielPictureInPicture
public import OrielSurfaces
import OrielTexts

/// A Picture in Picture button among an app's own controls.
extension ContentOverlay {
    /// Makes a button that starts a controller's Picture in Picture, or stops it in a window that stays: Pillarbox's
    /// `PictureInPictureButton`. It does nothing while neither is possible.
    /// - Parameters:
    ///   - controller: kept weakly.
    ///   - frame: returns the button's rectangle; see the property.
    ///   - draw: draws the button, again after each change of the snapshot. nil for a white image on a half-transparent
    ///     background, dim while the button has no effect.
    public static func pictureInPictureButton(
        of controller: PictureInPictureController, frame: @escaping (Size) -> Rect,
        draw: ((Canvas, PictureInPictureSnapshot) -> Void)? = nil
    ) -> ContentOverlay {
        var size = Size(width: 0, height: 0)
        let button = ContentOverlay(frame: frame) { [weak controller] canvas in
            size = canvas.frame.size
            let snapshot = controller?.snapshot ?? PictureInPictureSnapshot()
            if let draw { draw(canvas, snapshot) } else { canvas.draw(snapshot) }
        }
        let press = { [weak controller] in
            if controller?.isPictureInPictureActive == true {
                controller?.stopPictureInPicture()
            } else if controller?.isPictureInPicturePossible == true {
                controller?.startPictureInPicture()
            }
        }
        button.accessibility = Accessibility(.button, localized("Picture in Picture"), action: press)
        button.onPointer = { event in
            guard case .released(let x, let y) = event, x >= 0, y >= 0, x < Double(size.width), y < Double(size.height)
            else { return true }
            press()
            return true
        }
        Task { [weak button, snapshots = controller.snapshots()] in
            for await _ in snapshots {
                guard let button else { return }
                button.setNeedsDisplay()
            }
        }
        return button
    }
}

extension ContentOverlay.Canvas {
    /// Draws the image of the button's present action in the middle half of the canvas, as premultiplied pixels.
    @MainActor fileprivate func draw(_ snapshot: PictureInPictureSnapshot) {
        let image =
            snapshot.isActive
            ? PictureInPictureController.pictureInPictureButtonStopImage
            : PictureInPictureController.pictureInPictureButtonStartImage
        let share: UInt32 = snapshot.isActive || snapshot.isPossible ? 1 : 3
        let side = min(min(size.width, size.height) / 2, 4096)
        let coverage = side > 0 ? image.coverage(side: side) : []
        let (left, top) = ((size.width - side) / 2, (size.height - side) / 2)
        let pixels = bytes.bindMemory(to: UInt32.self)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let isInside = (left..<left + side).contains(x) && (top..<top + side).contains(y)
                let light = isInside ? UInt32(coverage[(y - top) * side + x - left]) / share : 0
                pixels[y * stride / 4 + x] = max(light, 128) << 24 | light << 16 | light << 8 | light
            }
        }
    }
}
