/// A frame in a kernel buffer that graphics drivers share: the parameters of `linux-dmabuf`, with their names and
/// meaning.
///
/// It only refers to the buffer and owns nothing. A receiver duplicates the descriptors, and the sender may close its
/// own afterwards.
public struct Dmabuf: Hashable, Sendable {
    /// Layout of the samples in the buffer.
    public struct Format: Hashable, Sendable {
        /// DRM format: `DRM_FORMAT_*` of `drm_fourcc.h`, four letters, the first one in the lowest byte.
        public var fourcc: UInt32
        /// Order of tiles and compression: `DRM_FORMAT_MOD_*`.
        public var modifier: UInt64

        /// Makes a format from its numbers.
        public init(fourcc: UInt32, modifier: UInt64 = Dmabuf.linear) {
            self.fourcc = fourcc
            self.modifier = modifier
        }
    }

    /// Location of a plane's samples.
    public struct Plane: Hashable, Sendable {
        /// File descriptor of a dmabuf; planes may share one.
        public var descriptor: CInt
        /// Offset of the plane in the dmabuf, in bytes.
        public var offset: Int
        /// Distance between the beginnings of two rows, in bytes; for tiles, the value that the driver states.
        public var bytesPerRow: Int

        /// Makes a plane at an offset in a dmabuf.
        public init(descriptor: CInt, offset: Int = 0, bytesPerRow: Int) {
            self.descriptor = descriptor
            self.offset = offset
            self.bytesPerRow = bytesPerRow
        }
    }

    /// Whether and how frames of a format can be shown.
    public struct Support: Hashable, Sendable {
        /// The format.
        public var format: Format
        /// Whether the graphics driver reads the buffer itself, without a copy. If false, the CPU reads it row by row.
        public var isDrawnInPlace: Bool

        /// Makes a description of the support for a format.
        public init(format: Format, isDrawnInPlace: Bool) {
            self.format = format
            self.isDrawnInPlace = isDrawnInPlace
        }
    }

    /// Layout of the samples.
    public var format: Format
    /// Width in samples.
    public var width: Int
    /// Height in rows.
    public var height: Int
    /// Planes of the format, and additional ones of its modifier.
    public var planes: [Plane]

    /// Makes a frame of this size.
    public init(_ format: Format, width: Int, height: Int, planes: [Plane]) {
        self.format = format
        self.width = width
        self.height = height
        self.planes = planes
    }

    /// Rows one after another, as in memory (`DRM_FORMAT_MOD_LINEAR`).
    public static let linear: UInt64 = 0
    /// An order that only the buffer's driver knows (`DRM_FORMAT_MOD_INVALID`).
    public static let implicit: UInt64 = 0x00FF_FFFF_FFFF_FFFF
}

extension Dmabuf.Format: CustomStringConvertible {
    /// The format's letters, such as NV12, followed by the modifier in hexadecimal digits unless it is linear.
    public var description: String {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: fourcc >> (8 * UInt32($0))) }
        let isText = letters.allSatisfy { (0x20...0x7E).contains($0) }
        let name = isText ? String(decoding: letters, as: UTF8.self) : "0x" + String(fourcc, radix: 16)
        return modifier == Dmabuf.linear ? name : name + ":0x" + String(modifier, radix: 16)
    }
}

extension UInt32 {
    /// Makes the DRM number of four letters; the first is the lowest byte.
    package init(fourcc: String) { self = fourcc.utf8.prefix(4).reversed().reduce(0) { $0 << 8 | Self($1) } }
}
