// One import is enough: the lifecycle's names (stop reasons, errors, snapshots), and of the other modules what this
// library's own signatures name. scripts/docs finds a name that is missing here.
@_exported public import OrielPictureInPicture
@_exported public import OrielPlayer
@_exported public import OrielSurfaces
@_exported public import OrielWindows
@_exported public import enum OrielGeometry.Corner
@_exported public import struct OrielGeometry.Rect
@_exported public import struct OrielGeometry.Size
@_exported public import struct OrielMedia.ColorDescription
@_exported public import struct OrielMedia.Dmabuf
@_exported public import struct OrielMedia.Rational
@_exported public import struct OrielPlayback.HTTPOptions
@_exported public import struct OrielPlayback.MediaError
@_exported public import struct OrielPlayback.MediaInfo
