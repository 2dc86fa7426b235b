package import OrielWaylandProtocols

// The experimental protocol for Picture-in-Picture windows may be renamed. Its names stand here, in its XML with the
// two `protocols.txt`, and in the fake compositor (`FakePictureInPictureProtocol.swift`), nowhere else.

/// The global that makes Picture-in-Picture windows.
package typealias PictureInPictureShell = XxPipShellV1
/// The role object of a Picture-in-Picture window.
package typealias PictureInPictureRole = XxPipV1

/// Facts about the protocol for reports.
package enum PictureInPictureProtocol {
    /// Name of the global's interface.
    package static var interface: String { PictureInPictureShell.interface.name }
}
