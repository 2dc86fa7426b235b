// The compositor's side of the names in `Sources/System/Wayland/Connection/PictureInPictureProtocol.swift`.

/// The global that makes Picture-in-Picture windows.
typealias PictureInPictureShellResource = XxPipShellV1Resource
/// The role object of a Picture-in-Picture window.
typealias PictureInPictureRoleResource = XxPipV1Resource
