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
        let press = { [weak controller] in
            if controller?.isPictureInPictureActive == true {
                controller?.stopPictureInPicture()
            } else if controller?.isPictureInPicturePossible == true {
                controller?.startPictureInPicture()
            }
        }
        let button = button(frame: frame, action: press) { [weak controller] canvas, _ in
            let snapshot = controller?.snapshot ?? PictureInPictureSnapshot()
            if let draw { draw(canvas, snapshot) } else { canvas.draw(snapshot) }
        }
        button.accessibility = Accessibility(.button, localized("Picture in Picture"), action: press)
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
    /// Draws the image of the button's present action, dim while it has no effect.
    @MainActor fileprivate func draw(_ snapshot: PictureInPictureSnapshot) {
        let image =
            snapshot.isActive
            ? PictureInPictureController.pictureInPictureButtonStopImage
            : PictureInPictureController.pictureInPictureButtonStartImage
        fill(color: 0x8000_0000)
        let hasEffect = snapshot.isActive || snapshot.isPossible
        drawInMiddle(OverlayImage(image, color: hasEffect ? 0xFFFF_FFFF : 0x55FF_FFFF))
    }
}
