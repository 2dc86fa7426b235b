import Logging
import OrielGeometry
import OrielPictureInPicture
import OrielWayland

/// Overlays that transitions make and show.
extension OverlayScene {
    func create(_ request: PictureInPictureSession.OverlayRequest) {
        let generation = request.generation
        remove()
        var place = request.placement
        if request.isOnAnotherOutput {
            let gone = placement?.output
            place = placement ?? place
            place?.output = desktop.globals.outputs.first { $0.state.name != gone }?.state.name
        }
        do {
            try make(at: place, entrance: request.entrance) { [weak self] in
                self?.prepare()
                self?.scene.report(.overlayPrepared(generation: generation))
            }
            onClosed = { [weak self] in self?.scene.report(.overlayClosed(generation: generation)) }
        } catch {
            scene.log.error("no surface for Picture in Picture: \(error)")
            scene.report(.overlayClosed(generation: generation))
        }
    }

    func show(_ generation: UInt32, beside neighbour: Placement?) {
        if let neighbour, let own = placement { setPlacement(own.beside(neighbour, among: neighbours, in: area)) }
        reveal { [weak self] _ in self?.scene.report(.overlayPresented(generation: generation)) }
    }

    func revealAgain(_ generation: UInt32) {
        do {
            try make { [weak self] in self?.reveal { _ in } }
            takeUpKeptPlace()
            onClosed = { [weak self] in self?.scene.report(.overlayClosed(generation: generation)) }
        } catch { scene.report(.overlayClosed(generation: generation)) }
    }

    /// After an exchange the surface may have the other picture's shape. It keeps clear of those places alone that it
    /// doesn't cover already: a person may have put it there.
    func refit() {
        guard let floating else { return }
        let (rect, area) = (floating.placement.rect(in: area), area)
        let others = neighbours.filter { $0.rect(in: area).intersection(rect) == nil }
        let fitted = floating.placement.takenOver(aspectRatio: aspectRatio, among: others, in: area)
        if fitted != floating.placement { setPlacement(fitted) }
    }
}
