import OrielGeometry
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// Lift and return: the picture shrinks inside its window towards the overlay, and grows out of there again.
extension WindowScene {
    /// Whether nothing of the app's lies over the picture.
    var hasPictureAlone: Bool { sublayers.entries.isEmpty && contentOverlays.isEmpty && panels.isEmpty }

    /// Whether the window shows how its picture leaves it: one that the user has placed, and that is seen.
    func isLifted(_ window: PlayerWindow) -> Bool {
        window.isLifted && window.isFloating && seenWindow === window && hasPictureAlone
            && floating?.picture.hasContent == true
    }

    /// The overlay's place, for a picture in the app's surface.
    var lift: Placement? {
        guard hasPictureAlone, scene.overlay.fades, let floating, floating.picture.hasContent else { return nil }
        return floating.placement
    }

    /// Lets a window go that shows how its picture leaves it.
    func depart(_ window: PlayerWindow) {
        guard let floating else { return window.finish() }
        departure.begin(on: desktop.loop, within: .milliseconds(400)) { window.finish() }
        let fades = desktop.globals.hasOpacity
        window.shrinkPicture(to: floating.placement, fades: fades) { [departure] in departure.end() }
    }
}
