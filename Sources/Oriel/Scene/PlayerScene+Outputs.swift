import OrielGeometry
import OrielPlatform
import OrielWayland

/// An overlay on its way to another output, and whom to tell whether it arrived.
@MainActor
struct OverlayArrival {
    let surface: LayerFloatingSurface
    let place: OverlayPlace
    let timer: EventLoop.Token
    let ended: (Bool) -> Void
}

/// The overlay on one output after another. A layer surface belongs to its output for life, so another one takes its place: the
/// one before goes once the new one was presented.
extension PlayerScene {
    /// How long the new surface may take; then the old one stays.
    private static let patience = Duration.seconds(2)

    /// Moves the overlay to the same corner of another output.
    /// - Parameter ended: whether it is there; false where the compositor doesn't show it, or something came between.
    func moveFloating(to output: Output, ended: @escaping (Bool) -> Void) {
        endArrival(false)
        guard let floating, floating.kind == .layerShell, var place = overlayPlace else { return ended(false) }
        guard floatingOutput !== output else { return ended(true) }
        place.letGo(in: surroundings)
        var goal = place.home
        goal.output = output.state.name
        place.move(
            to: goal.refitted(aspectRatio: aspectRatio, in: area(of: output), isRightToLeft: isRightToLeft),
            in: OverlayPlace.Surroundings(area: area(of: output)))
        guard let surface = try? LayerFloatingSurface(stage: desktop.stage, placement: place.home) else {
            return ended(false)
        }
        surface.picture.player = player
        surface.onClosed = { [weak self] in self?.endArrival(false) }
        surface.onConfigured = { [weak self] in self?.reveal(surface) }
        let timer = desktop.stage.after(Self.patience) { [weak self] in self?.endArrival(false) }
        arrival = OverlayArrival(surface: surface, place: place, timer: timer, ended: ended)
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

    /// The overlay has arrived, or stays where it is.
    func endArrival(_ hasArrived: Bool) {
        guard let arrival else { return }
        self.arrival = nil
        desktop.stage.cancel(arrival.timer)
        if hasArrived {
            let wasAway = overlayPlace?.stash != nil
            replaceFloating(with: arrival.surface, at: arrival.place)
            showOverlayState(after: OverlayPlace(arrival.place.home))
            if wasAway { onStashChange(false) }
            onPlacementChange()
        } else {
            arrival.surface.finish()
            floating?.picture.unfreeze()
        }
        arrival.ended(hasArrived)
    }
}
