import Oriel

/// Stores overlays' placements in the user's state folder.
@MainActor
final class PlaceMemory: OverlayMemory {
    private let folder: StateFolder

    init(_ folder: StateFolder) { self.folder = folder }

    func place(onAnyOf outputs: [String], aspectRatio: Double) -> PictureInPicturePlace? {
        RememberedPlaces(from: folder).place(onAnyOf: outputs, aspectRatio: aspectRatio)
    }

    func remember(_ place: PictureInPicturePlace, aspectRatio: Double) {
        RememberedPlaces.update(in: folder) { $0.leave(place, aspectRatio: aspectRatio) }
    }
}
