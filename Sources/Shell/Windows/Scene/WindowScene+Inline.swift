import OrielControls
package import OrielSurfaces
import OrielWayland

/// A picture in a surface of the app's.
extension WindowScene {
    /// The surface that shows the picture in the window: of Oriel's window, or inside the app's.
    package var surfaceInput: SurfaceInput? { input ?? inline?.input?.input }
    /// The same, also for an app's view that was forwarded nothing yet.
    package func readyInput() -> SurfaceInput? { input ?? inline?.readyInput()?.input }
    package var picture: PictureSurface? { window?.picture ?? inline?.picture }

    /// The output that the picture is on, on Oriel's own connection; nil if unknown.
    var output: Output? {
        if let window { return window.picture.surface.outputs.first }
        return desktop.globals.output(named: inline?.picture?.surface.outputs.first?.state.name)
    }

    /// Makes the input of a picture in the app's surface. Its controls are the window's.
    func makeInput(on picture: PictureSurface) -> InlineInput {
        let controls = scene.makeControls(on: picture) { .window }
        return InlineInput(
            SurfaceInput(
                picture: picture, routes: desktop.routes, keys: options.keys, controls: controls, hidesCursor: false,
                delegate: self), on: picture)
    }

    /// Lets a new picture in the app's surface show the player.
    func begin(_ picture: PictureSurface) {
        picture.player = player
        picture.textScale = scene.textScale
        showSublayers()
        scene.rehearseOnce(picture)
        picture.onNextCommit { [weak self, weak picture] in
            self?.floating?.picture.freeze()
            if let picture { self?.scene.repeatSaying(on: picture) }
        }
        picture.onNextPresentation { [weak self, weak picture] _ in
            if let picture, self?.picture === picture { self?.delegate?.windowSeen() }
        }
        scene.updateInhibitor()
    }
}
