import Glibc
package import OrielGeometry
import OrielPictureInPicture
import OrielSurfaces
package import OrielWayland

/// Where Picture in Picture goes.
extension PlayerScene {
    /// Where it is as a whole, or was last.
    package var placement: Placement? { overlayPlace?.told }

    /// Moves the floating surface, or sets where the next one will be.
    func setPlacement(_ placement: Placement, isGliding: Bool = false) {
        guard overlayPlace != nil else { return overlayPlace = OverlayPlace(placement) }
        changePlace(isGliding: isGliding) { place, _ in place.put(placement) }
    }

    /// Changes where it is, or whether it is put away or locked, and shows that.
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
        if isGliding && isAnimated {
            surface?.glide(to: shown, in: surroundings.area)
        } else {
            surface?.place(shown)
        }
        showOverlayState(after: old)
        delegate?.overlayPlacementChanged()
        return answer
    }

    /// What its places refer to.
    var surroundings: OverlayPlace.Surroundings {
        floatingOutput.map(surroundings(on:)) ?? OverlayPlace.Surroundings(area: area)
    }

    func surroundings(on output: Output) -> OverlayPlace.Surroundings {
        let others = desktop.globals.outputs.filter { $0 !== output }.map(\.state.logical)
        return OverlayPlace.Surroundings(
            area: area(of: output), openEdges: Edges(ofOutput: output.state.logical, openAmong: others))
    }

    /// The usable area that placements refer to: what panels leave of the output, and all of it as long as that is unknown.
    var area: Size {
        guard let output = floatingOutput else { return Size(width: 1280, height: 720) }
        return area(of: output)
    }

    func area(of output: Output) -> Size {
        desktop.stage.usableAreas.size(of: output) ?? output.state.logical.size
    }

    /// The overlay's place on its output; nil beside panels, as nobody says which edges they keep for themselves.
    package var floatingRect: Rect? {
        guard let floating, floating.kind == .layerShell, let output = floatingOutput,
            desktop.stage.usableAreas.size(of: output) == output.state.logical.size
        else { return nil }
        return floating.placement.rect(in: output.state.logical.size)
    }

    var floatingOutput: Output? {
        let output = (floating?.picture ?? window?.picture)?.surface.outputs.first
        return placement?.output.flatMap(output(named:)) ?? output ?? desktop.globals.outputs.first
    }

    package func output(named name: String) -> Output? { desktop.globals.outputs.first { $0.state.name == name } }

    /// A panel, or an output, came or went: what no longer fits is moved, unless a hand holds it.
    package func usableAreaChanged() {
        guard let floating, floating.kind == .layerShell, let old = overlayPlace, !old.isHeld else { return }
        var place = old
        // A picture that nobody has seen or moved can still begin where it would have, had that been known.
        if let unseen = unseenFirstPlace, old.home == unseen {
            let first = self.place(firstPlace)
            unseenFirstPlace = first
            place.put(first)
        }
        place.fit(aspectRatio: aspectRatio, isRightToLeft: isRightToLeft, in: surroundings)
        guard place != old || place.shown(in: surroundings) != floating.placement else { return }
        changePlace(isGliding: false) { current, _ in current = place }
    }

    /// Where Picture in Picture goes: the wanted place, the last one, or where the first one of this run begins.
    func place(_ wanted: Placement?) -> Placement {
        var place = wanted ?? overlayPlace?.home ?? firstPlace
        let known = place.output.flatMap(output(named:))
        if known == nil { place.output = naturalOutput?.state.name }
        let goal = known ?? naturalOutput
        let area = goal.map(area(of:)) ?? area
        return place.refitted(aspectRatio: aspectRatio, in: area, isRightToLeft: isRightToLeft)
            .clear(of: neighbours, in: area)
    }

    /// What the options say, else what is remembered of the output, else the contract's default.
    var firstPlace: Placement {
        let options = options.pictureInPicture
        let output = options.output.flatMap(output(named:)) ?? naturalOutput
        let outputs = output.map { [$0] } ?? desktop.globals.outputs
        var place =
            overlayMemory?.place(onAnyOf: outputs.map(\.state.name), aspectRatio: aspectRatio).flatMap { Placement($0) }
            ?? Placement.initial(
                aspectRatio: aspectRatio, in: output.map(area(of:)) ?? area, isRightToLeft: isRightToLeft)
        if let size = options.size, !size.isEmpty {
            place.size = size.limited(to: Size(width: Placement.longestSide, height: Placement.longestSide))
        }
        if let corner = options.corner { place = place.moved(to: corner) }
        if place.output == nil { place.output = output?.state.name }
        return place
    }

    /// Where a person has left it is where the next one begins. A window's place nobody knows.
    func rememberPlace() {
        guard let floating, floating.kind == .layerShell, var place = overlayPlace?.chosen else { return }
        place.output = place.output ?? floatingOutput?.state.name
        PictureInPicturePlace(place).map { overlayMemory?.remember($0, aspectRatio: aspectRatio) }
    }

    var isRightToLeft: Bool { ReadingDirection.current == .rightToLeft }

    /// The output of the window, or the only one. Where there are several the compositor knows better which one is looked
    /// at. (phoc 0.24 without a seat aborts if it is left the choice.)
    private var naturalOutput: Output? {
        let outputs = desktop.globals.outputs
        return window?.picture.surface.outputs.first ?? (outputs.count == 1 ? outputs.first : nil)
    }

    /// A tenth smaller with each notch of the wheel downwards, and larger upwards; the corner it is held by stays.
    func resizeFloating(bySteps steps: Int) {
        guard isOverlayResizable, let old = overlayPlace?.home, let floating else { return }
        // One that glides isn't where it is told to be.
        guard floating.shownPlacement == floating.placement else { return }
        let factor = pow(1.1, Double(-min(max(steps, -20), 20)))
        let (width, wanted) = (old.size.width, Double(old.size.width) * factor)
        // A step that rounding would swallow is one pixel.
        let step = abs(wanted - Double(width)) < 0.5 ? -steps.signum() : 0
        let resized = old.resized(width: Int(wanted.rounded()) + step, in: area)
        if resized != old { changePlace(isGliding: false) { place, _ in place.resize { _ in resized } } }
    }
}
