// The names of the lifecycle (stop reasons, errors, snapshots) are part of this library's own: one import is enough.
@_exported public import OrielPictureInPicture
