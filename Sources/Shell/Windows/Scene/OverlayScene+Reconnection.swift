import OrielGeometry
import OrielWayland

/// The overlay's end with its connection, and its return on the next one.
extension OverlayScene {
    /// The compositor is gone: ends the overlay and what moves it, and keeps its place, its stash and its lock. A hand
    /// that dragged it is cancelled.
    func connectionLost() {
        departure.end()
        endArrival(false)
        loosenGrip()
        guard let floating else { return }
        overlayPlace?.cancelHold()
        keptPlace = overlayPlace
        if let missedOutput, var home = keptPlace?.home {
            home.output = missedOutput
            keptPlace = keptPlace?.moved(to: home)
        }
        keyboard = KeyboardClaim()
        input?.finish()
        input = nil
        floating.finish()
        self.floating = nil
        scene.updateInhibitor()
    }

    /// Gives a new floating surface the place and state of the lost one.
    func takeUpKeptPlace() {
        guard var place = keptPlace else { return }
        keptPlace = nil
        guard let floating else { return }
        missedOutput = place.home.output.flatMap { desktop.globals.output(named: $0) == nil ? $0 : nil }
        if missedOutput != nil { place = place.moved(to: floating.placement) }
        place.fit(aspectRatio: aspectRatio, isRightToLeft: isRightToLeft, in: surroundings)
        overlayPlace = place
        floating.place(place.shown(in: surroundings))
        showOverlayState(after: OverlayPlace(place.home))
    }

    /// Moves the overlay back to the output that was missing when it returned.
    func outputCame(_ output: Output) {
        guard let name = missedOutput, name == output.state.name, floating != nil else { return }
        missedOutput = nil
        move(to: output) { _ in }
    }
}
