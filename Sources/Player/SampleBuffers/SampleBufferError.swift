import Glibc
public import OrielGeometry
public import OrielMedia

/// Why a frame of an app's own can't be shown.
public enum SampleBufferError: Error, Hashable, Sendable {
    /// A picture has 1 to 16,384 samples on a side.
    case invalidSize(width: Int, height: Int)
    /// Its format has another number of planes.
    case wrongPlaneCount(Int, expected: Int)
    /// The rows of a plane, counted from 0, lie closer together than they are long; or run upwards.
    case rowTooShort(plane: Int, bytesPerRow: Int, minimum: Int)
    /// A plane has fewer bytes than its rows.
    case planeTooShort(plane: Int, bytes: Int, minimum: Int)
    /// Samples of two bytes don't begin at even addresses.
    case misaligned(plane: Int)
    /// The part to be shown is empty, leaves the picture, or begins between samples that share their colour.
    case invalidCrop(Rect)
    /// Samples are up to a hundred times as wide as they are high, or as high as wide.
    case invalidSampleAspectRatio
    /// A time or a length of time that no clock reads: times are up to 10,000,000,000 s from 0, lengths aren't negative.
    case invalidTime(Duration)
    /// Frames come in the order in which they are shown, each later than the one before; `flush` ends an order.
    case timeNotLater(Duration, than: Duration)
    /// Four times as much waits as is good: see `SampleBufferView.isReadyForMoreMediaData`.
    case queueFull
    /// The view is closed, and takes nothing any more.
    case closed
    /// There is no memory for so many bytes.
    case outOfMemory(bytes: Int)
    /// Buffers of this DRM format can't be shown at all, or there is no such modifier.
    case unknownDmabufFormat(Dmabuf.Format)
    /// What draws now can neither import a buffer of this format nor read it: see `SampleBufferView.dmabufSupport`.
    case unsupportedDmabufFormat(Dmabuf.Format)
    /// A plane's descriptor is no buffer, or there are too many; the system's code (`errno`).
    case invalidDescriptor(plane: Int, code: CInt)
    /// A plane begins before its buffer, or further in than can be said to a driver.
    case invalidOffset(plane: Int, offset: Int)
}

extension SampleBufferError: CustomStringConvertible {
    /// One clear sentence, without a full stop.
    public var description: String {
        switch self {
        case .invalidSize(let width, let height):
            "a picture of \(width)x\(height) samples can't be shown; up to 16384x16384 can"
        case .wrongPlaneCount(let count, let expected):
            "the format has \(expected) \(expected == 1 ? "plane" : "planes"), and \(count) came"
        case .rowTooShort(let plane, let bytesPerRow, let minimum):
            "the rows of plane \(plane) are \(bytesPerRow) bytes apart and \(minimum) long"
        case .planeTooShort(let plane, let bytes, let minimum):
            "plane \(plane) has \(bytes) bytes where its rows need \(minimum)"
        case .misaligned(let plane): "plane \(plane) has samples of two bytes at odd addresses"
        case .invalidCrop(let crop):
            "the part of \(crop.width)x\(crop.height) at \(crop.x),\(crop.y) can't be cut out of the picture"
        case .invalidSampleAspectRatio: "samples of this shape can't be shown"
        case .invalidTime: "the time is out of what a clock reads"
        case .timeNotLater(let time, let last):
            "a frame for \(time) came after one for \(last); flush before going back"
        case .queueFull: "too many frames wait; see isReadyForMoreMediaData"
        case .closed: "the view is closed"
        case .outOfMemory(let bytes): "there is no memory for a picture of \(bytes) bytes"
        case .unknownDmabufFormat(let format): "a buffer of the format \(format) can't be shown"
        case .unsupportedDmabufFormat(let format):
            "what draws can neither import nor read a buffer of the format \(format); see dmabufSupport"
        case .invalidDescriptor(let plane, let code):
            "the descriptor of plane \(plane) is no buffer's: \(String(cString: strerror(code)))"
        case .invalidOffset(let plane, let offset): "plane \(plane) can't begin at \(offset)"
        }
    }
}
