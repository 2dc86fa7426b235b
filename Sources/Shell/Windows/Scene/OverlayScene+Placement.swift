import Glibc
import Logging
package import OrielGeometry
import OrielSurfaces
import OrielWayland

/// The overlay's place.
extension OverlayScene {
    /// The overlay's place when it isn't put away at an edge; its last place while it is off.
    package var placement: Placement? { overlayPlace?.told }

    /// Moves the floating surface; without one, sets the place of the next.
    func setPlacement(_ placement: Placement, isGliding: Bool = false) {
        guard overlayPlace != nil else { return overlayPlace = OverlayPlace(placement) }
        changePlace(isGliding: isGliding) { place, _ in place.put(placement) }
    }

    /// Changes the place, or whether the overlay is put away or locked, and shows the change.
    /// - Returns: The body's answer; nil without a place.
    @discardableResult
    package func changePlace<Answer>(
        isGliding: Bool, _ body: (inout OverlayPlace, OverlayPlace.Surroundings) -> Answer
    ) -> Answer? {
        guard var place = overlayPlace else { return nil }
        let surroundings = surroundings
        let answer = body(&place, surroundings)
        let old = overlayPlace
        overlayPlace = place
        let shown = place.shown(in: surroundings)
        let surface = arrival?.surface ?? floating
        if isGliding && scene.isAnimated {
            surface?.glide(to: shown, in: surroundings.area)
        } else {
            surface?.place(shown)
        }
        showOverlayState(after: old)
        delegate?.overlayPlacementChanged()
        return answer
    }

    /// The area and the open edges of the overlay's output.
    var surroundings: OverlayPlace.Surroundings {
        floatingOutput.map(surroundings(on:)) ?? OverlayPlace.Surroundings(area: area)
    }

    func surroundings(on output: Output) -> OverlayPlace.Surroundings {
        let others = desktop.globals.outputs.filter { $0 !== output }.map(\.state.logical)
        return OverlayPlace.Surroundings(
            area: area(of: output), openEdges: Edges(ofOutput: output.state.logical, openAmong: others))
    }

    /// The usable area of the overlay's output, in logical pixels: the output without panels, or all of it while that
    /// is unknown.
    package var area: Size {
        guard let output = floatingOutput else { return Size(width: 1280, height: 720) }
        return area(of: output)
    }

    func area(of output: Output) -> Size {
        desktop.stage.usableAreas.size(of: output) ?? output.state.logical.size
    }

    /// The overlay's rectangle on its output, in logical pixels; nil beside panels, whose edges no protocol tells.
    package var rect: Rect? {
        guard let floating, floating.kind == .layerShell, let output = floatingOutput,
            desktop.stage.usableAreas.size(of: output) == output.state.logical.size
        else { return nil }
        return floating.placement.rect(in: output.state.logical.size)
    }

    var floatingOutput: Output? {
        let output = floating.map { $0.picture.surface.outputs.first } ?? scene.windowScene.output
        return desktop.globals.output(named: placement?.output) ?? output ?? desktop.globals.outputs.first
    }

    /// A panel or an output came or went: moves an overlay that no longer fits, unless a hand holds it.
    package func usableAreaChanged() {
        guard let floating, floating.kind == .layerShell, let old = overlayPlace, !old.isHeld else { return }
        var place = old
        // An overlay that was not shown or moved yet starts over, now that the area is known.
        if let unseen = unseenFirstPlace, old.home == unseen {
            let first = self.place(firstPlace)
            unseenFirstPlace = first
            place.put(first)
        }
        place.fit(aspectRatio: aspectRatio, isRightToLeft: isRightToLeft, in: surroundings)
        guard place != old || place.shown(in: surroundings) != floating.placement else { return }
        changePlace(isGliding: false) { current, _ in current = place }
    }

    /// Returns the place for a new overlay: the wanted one, else the last one, else the first one of this run.
    func place(_ wanted: Placement?) -> Placement {
        var place = wanted ?? overlayPlace?.home ?? firstPlace
        let known = desktop.globals.output(named: place.output)
        if known == nil { place.output = naturalOutput?.state.name }
        let goal = known ?? naturalOutput
        let area = goal.map(area(of:)) ?? area
        return place.refitted(aspectRatio: aspectRatio, in: area, isRightToLeft: isRightToLeft)
            .clear(of: neighbours, in: area)
    }

    /// The options' place, else the place remembered for the output, else the default
    /// (`Placement.initial`).
    var firstPlace: Placement {
        let options = options.pictureInPicture
        let named = desktop.globals.output(named: options.output)
        if named == nil { noteMissingOutput() }
        let output = named ?? naturalOutput
        let outputs = output.map { [$0] } ?? desktop.globals.outputs
        var place =
            memory?.place(onAnyOf: outputs.map(\.state.name), aspectRatio: aspectRatio).flatMap { Placement($0) }
            ?? Placement.initial(
                aspectRatio: aspectRatio, in: output.map(area(of:)) ?? area, isRightToLeft: isRightToLeft)
        if let corner = options.corner { place = place.moved(to: corner) }
        if let size = options.size, !size.isEmpty {
            place = place.resized(
                within: size, aspectRatio: aspectRatio, in: output.map(area(of:)) ?? area)
        }
        if place.output == nil { place.output = output?.state.name }
        return place
    }

    /// Says once that the options name an output that doesn't exist.
    private func noteMissingOutput() {
        let names = desktop.globals.outputs.map(\.state.name).sorted()
        guard let wanted = options.pictureInPicture.output, !names.isEmpty, missingOutput != wanted else { return }
        missingOutput = wanted
        desktop.log.warning(
            """
            there is no output \(wanted) for Picture in Picture; the outputs are \(names.joined(separator: ", "))
            """)
    }

    /// Remembers the place that the user chose. A toplevel's place is unknown to its client, so it is not remembered.
    func rememberPlace() {
        guard let floating, floating.kind == .layerShell, var place = overlayPlace?.chosen else { return }
        place.output = place.output ?? floatingOutput?.state.name
        PictureInPicturePlace(place).map { memory?.remember($0, aspectRatio: aspectRatio) }
    }

    var isRightToLeft: Bool { ReadingDirection.current == .rightToLeft }

    /// The window's output, or the only output. nil lets the compositor choose among several.
    /// (phoc 0.24 without a seat aborts if it has to choose.)
    private var naturalOutput: Output? {
        let outputs = desktop.globals.outputs
        return scene.windowScene.output ?? (outputs.count == 1 ? outputs.first : nil)
    }

    /// Resizes the overlay by a tenth for each notch: smaller downwards, larger upwards. Its anchored corner stays.
    func resize(bySteps steps: Int) {
        guard isResizable, let old = overlayPlace?.home, let floating else { return }
        // A gliding overlay is not at its place yet.
        guard floating.shownPlacement == floating.placement else { return }
        let factor = pow(1.1, Double(-min(max(steps, -20), 20)))
        let (width, wanted) = (old.size.width, Double(old.size.width) * factor)
        // A step that rounds to nothing is one pixel.
        let step = abs(wanted - Double(width)) < 0.5 ? -steps.signum() : 0
        let resized = old.resized(width: Int(wanted.rounded()) + step, in: area)
        if resized != old { changePlace(isGliding: false) { place, _ in place.resize { _ in resized } } }
    }
}
