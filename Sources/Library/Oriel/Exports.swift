// Apps need one import: this module re-exports the lifecycle's names (stop reasons, errors, snapshots) and the names of
// other modules that its own signatures use. scripts/docs finds a missing one.
@_exported public import OrielPictureInPicture
@_exported public import OrielPlayer
@_exported public import OrielSurfaces
@_exported public import OrielWindows
@_exported public import enum OrielGeometry.Corner
@_exported public import struct OrielGeometry.Rect
@_exported public import struct OrielGeometry.Size
@_exported public import struct OrielGeometry.UnitPoint
@_exported public import struct OrielGeometry.UnitRect
@_exported public import struct OrielMedia.ColorDescription
@_exported public import struct OrielMedia.Dmabuf
@_exported public import struct OrielMedia.Rational
@_exported public import enum OrielDecode.HardwareDecoding
@_exported public import struct OrielDemux.HTTPOptions
@_exported public import struct OrielLibav.MediaError
@_exported public import struct OrielLibav.MediaInfo
@_exported public import struct OrielWayland.AppSurface
