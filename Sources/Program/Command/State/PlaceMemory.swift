import Oriel
import OrielGeometry

/// Stores overlays' placements in the user's state folder.
@MainActor
final class PlaceMemory: OverlayMemory {
    private let folder: StateFolder

    init(_ folder: StateFolder) { self.folder = folder }

    func place(onAnyOf outputs: [String], aspectRatio: Double) -> PictureInPicturePlace? {
        RememberedPlaces(from: folder).place(onAnyOf: outputs, aspectRatio: aspectRatio).flatMap {
            PictureInPicturePlace($0)
        }
    }

    func remember(_ place: PictureInPicturePlace, aspectRatio: Double) {
        guard let place = Placement(place) else { return }
        RememberedPlaces.update(in: folder) { $0.leave(place, aspectRatio: aspectRatio) }
    }
}
