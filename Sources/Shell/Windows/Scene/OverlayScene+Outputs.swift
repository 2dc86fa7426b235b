import OrielGeometry
import OrielPlatform
import OrielSurfaces
package import OrielWayland

/// An overlay on its way to another output.
@MainActor
package struct OverlayArrival {
    let surface: LayerFloatingSurface
    /// Its place if it can't be shown there.
    let before: OverlayPlace
    let timer: EventLoop.Token
    /// Receives whether it arrived.
    let ended: (Bool) -> Void
}

/// The surface on another output that a pointer or finger still holds. It stays, out of sight, until the hand lets go:
/// the compositor sends the hand's events to it.
@MainActor
struct OverlayGrip {
    let surface: FloatingSurface
    let input: SurfaceInput?
}

/// Moving the overlay to another output.
///
/// A layer surface can't change its output, so a new surface takes its place. The old surface goes when the new one's
/// first frame was presented.
extension OverlayScene {
    /// The limit for the new surface's first frame; after it the old surface stays.
    private static let patience = Duration.seconds(2)

    /// Moves the overlay to the same corner of another output.
    /// - Parameter ended: Receives whether it arrived; false if the compositor doesn't show it, or another move began.
    package func move(to output: Output, ended: @escaping (Bool) -> Void) {
        endArrival(false)
        guard let floating, floating.kind == .layerShell, var place = overlayPlace else { return ended(false) }
        guard floatingOutput !== output else { return ended(true) }
        place.letGo(in: surroundings)
        var goal = place.home
        goal.output = output.state.name
        let fitted = goal.refitted(aspectRatio: aspectRatio, in: area(of: output), isRightToLeft: isRightToLeft)
        place.move(to: fitted, in: surroundings(on: output))
        depart(to: place, on: output, ended: ended)
    }

    /// Moves the overlay to the output onto which a hand has dragged its middle.
    func followHandToOutput() {
        guard arrival == nil, let here = floatingOutput, var place = overlayPlace,
            let middle = place.heldMiddle(in: surroundings)
        else { return }
        // A panel may lie between an output's corner and that of its usable area; no protocol tells.
        let (old, origin) = (surroundings, here.state.logical.origin)
        let point = Point(x: middle.x + origin.x, y: middle.y + origin.y)
        guard !here.state.logical.contains(point),
            let there = desktop.globals.outputs.first(where: { $0.state.logical.contains(point) })
        else { return }
        let goal = there.state.logical.origin
        place.carry(
            to: there.state.name, by: Point(x: origin.x - goal.x, y: origin.y - goal.y), from: old,
            to: surroundings(on: there))
        depart(to: place, on: there) { _ in }
    }

    private func depart(to place: OverlayPlace, on output: Output, ended: @escaping (Bool) -> Void) {
        let shown = place.shown(in: surroundings(on: output))
        guard let before = overlayPlace,
            let surface = try? LayerFloatingSurface(stage: desktop.stage, placement: shown)
        else { return ended(false) }
        surface.picture.player = overlayPlayer
        surface.onClosed = { [weak self] in self?.endArrival(false) }
        surface.onConfigured = { [weak self] in self?.reveal(surface) }
        let timer = desktop.stage.loop.after(Self.patience) { [weak self] in self?.endArrival(false) }
        arrival = OverlayArrival(surface: surface, before: before, timer: timer, ended: ended)
        overlayPlace = place
    }

    private func reveal(_ surface: LayerFloatingSurface) {
        guard arrival?.surface === surface else { return }
        _ = surface.picture.draw()
        surface.picture.onNextCommit { [weak self] in self?.floating?.picture.freeze() }
        surface.picture.onNextPresentation { [weak self] _ in
            if self?.arrival?.surface === surface { self?.endArrival(true) }
        }
        surface.reveal()
    }

    /// Ends the move: the overlay has arrived, or it stays on its old output.
    func endArrival(_ hasArrived: Bool) {
        guard let arrival else { return }
        self.arrival = nil
        desktop.stage.loop.remove(arrival.timer)
        if hasArrived {
            leave(for: arrival.surface)
        } else {
            arrival.surface.finish()
            overlayPlace = arrival.before
            floating?.picture.unfreeze()
            changePlace(isGliding: false) { $0.letGo(in: $1) }
        }
        arrival.ended(hasArrived)
    }

    private func leave(for surface: LayerFloatingSurface) {
        guard let place = overlayPlace, let old = replace(with: surface) else { return }
        old.surface.onClosed = { [weak self] in self?.loosenGrip() }
        if place.isHeld, grip == nil {
            grip = old
            hide(old.surface)
        } else {
            old.input?.finish()
            old.surface.finish()
        }
        showOverlayState(after: OverlayPlace(place.home))
        scene.updateInhibitor()
        delegate?.overlayStashChanged(isStashed: place.stash != nil)
        delegate?.overlayPlacementChanged()
    }

    private func hide(_ surface: FloatingSurface) {
        surface.picture.isResting = true
        guard let output = desktop.globals.output(named: surface.placement.output) else { return }
        let surroundings = surroundings(on: output)
        let hidden = surface.placement.hidden(beyond: surroundings.openEdges, in: surroundings.area)
        if let hidden { surface.place(hidden) }
    }

    /// Releases the surface that a hand held on another output.
    func loosenGrip() {
        guard let grip else { return }
        self.grip = nil
        grip.input?.finish()
        grip.surface.finish()
    }
}
