public import OrielGeometry

/// The pictures that a `CameraSource` asks for. A camera has its own sizes and rates; it sends what comes closest.
public struct CameraOptions: Hashable, Sendable {
    /// `Camera.id` of the camera that films; nil for the usual one.
    public var camera: String?
    /// Size of the pictures, in pixels.
    public var size = Size(width: 1280, height: 720)
    /// Frames a second.
    public var frameRate = 30

    /// Makes options for the usual camera.
    public init() {}
}
