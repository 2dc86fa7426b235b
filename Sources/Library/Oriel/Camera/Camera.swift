public import OrielGeometry
import OrielPipeWire

/// A camera of this machine.
public struct Camera: Hashable, Sendable, Identifiable {
    /// Name that stays the same for the same camera in the same place.
    public let id: String
    /// Name for people.
    public let name: String
    /// Sizes of its pictures that can be shown, in pixels; the largest comes first.
    public let sizes: [Size]

    init(_ camera: PipeWireCamera) {
        id = camera.name
        name = camera.description.isEmpty ? camera.name : camera.description
        let shown = camera.forms.filter { $0.isShown && $0.width > 0 && $0.height > 0 }
        sizes = Set(shown.map { Size(width: $0.width, height: $0.height) }).sorted {
            ($0.width * $0.height, $0.width) > ($1.width * $1.height, $1.width)
        }
    }
}
