/// A picture in a buffer of the kernel's, as graphics drivers share them: `linux-dmabuf`'s parameters, with their names and meaning.
///
/// It says where the picture is and owns nothing: who takes one duplicates its descriptors, and its maker may close theirs then.
public struct Dmabuf: Hashable, Sendable {
    /// How samples lie in it.
    public struct Format: Hashable, Sendable {
        /// The DRM format: `DRM_FORMAT_*` of `drm_fourcc.h`, four letters, the first one lowest.
        public var fourcc: UInt32
        /// In which order tiles come, and whether they are compressed: `DRM_FORMAT_MOD_*`.
        public var modifier: UInt64

        /// A format of these numbers.
        public init(fourcc: UInt32, modifier: UInt64 = Dmabuf.linear) {
            self.fourcc = fourcc
            self.modifier = modifier
        }
    }

    /// Where a plane's samples are.
    public struct Plane: Hashable, Sendable {
        /// A dmabuf; planes may share one.
        public var descriptor: CInt
        /// Where in it the plane begins, in bytes.
        public var offset: Int
        /// How far a row's beginning is from the next one's; of tiles, what the driver says it is.
        public var bytesPerRow: Int

        /// A plane at a place of a dmabuf.
        public init(descriptor: CInt, offset: Int = 0, bytesPerRow: Int) {
            self.descriptor = descriptor
            self.offset = offset
            self.bytesPerRow = bytesPerRow
        }
    }

    /// Whether frames of a format can be shown, and how.
    public struct Support: Hashable, Sendable {
        /// The format.
        public var format: Format
        /// The graphics driver reads the buffer itself, and nothing is copied. False where the processor reads it row by row.
        public var isDrawnInPlace: Bool

        /// Support of this kind.
        public init(format: Format, isDrawnInPlace: Bool) {
            self.format = format
            self.isDrawnInPlace = isDrawnInPlace
        }
    }

    /// How its samples lie.
    public var format: Format
    /// In samples.
    public var width: Int
    /// In rows.
    public var height: Int
    /// As the format has them, and those of its modifier's own.
    public var planes: [Plane]

    /// A picture of this size.
    public init(_ format: Format, width: Int, height: Int, planes: [Plane]) {
        self.format = format
        self.width = width
        self.height = height
        self.planes = planes
    }

    /// Rows one after the other, as in memory (`DRM_FORMAT_MOD_LINEAR`).
    public static let linear: UInt64 = 0
    /// The buffer's own order, which its driver alone knows (`DRM_FORMAT_MOD_INVALID`).
    public static let implicit: UInt64 = 0x00FF_FFFF_FFFF_FFFF
}

extension Dmabuf.Format: CustomStringConvertible {
    /// As NV12, or NV12 with its modifier in hexadecimal digits.
    public var description: String {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: fourcc >> (8 * UInt32($0))) }
        let isText = letters.allSatisfy { (0x20...0x7E).contains($0) }
        let name = isText ? String(decoding: letters, as: UTF8.self) : "0x" + String(fourcc, radix: 16)
        return modifier == Dmabuf.linear ? name : name + ":0x" + String(modifier, radix: 16)
    }
}
