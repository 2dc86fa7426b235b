import Glibc
public import OrielGeometry
public import OrielMedia

/// Reason why a frame that an app made can't be shown.
public enum SampleBufferError: Error, Hashable, Sendable {
    /// The size is not within 1 to 16,384 samples on each side.
    case invalidSize(width: Int, height: Int)
    /// The format has another number of planes.
    case wrongPlaneCount(Int, expected: Int)
    /// The bytes per row of a plane (counted from 0) are fewer than a row's samples need, negative, or more than a
    /// gibibyte.
    case rowTooShort(plane: Int, bytesPerRow: Int, minimum: Int)
    /// A plane has fewer bytes than its rows need.
    case planeTooShort(plane: Int, bytes: Int, minimum: Int)
    /// Two-byte samples don't begin at even addresses.
    case misaligned(plane: Int)
    /// The crop is empty, exceeds the frame, or begins between samples that share their chroma.
    case invalidCrop(Rect)
    /// The sample aspect ratio is not within 1:100 to 100:1.
    case invalidSampleAspectRatio
    /// A time is more than 10,000,000,000 s from 0, or a duration is negative or longer than that.
    case invalidTime(Duration)
    /// A frame's time is not later than that of the one before; `flush` begins a new order.
    case timeNotLater(Duration, than: Duration)
    /// Four times as many frames, or bytes, wait as are wanted: see `SampleBufferView.isReadyForMoreMediaData`.
    case queueFull
    /// The view is closed.
    case closed
    /// That many bytes could not be allocated.
    case outOfMemory(bytes: Int)
    /// Dmabufs of this DRM format can't be shown at all, or there is no such modifier.
    case unknownDmabufFormat(Dmabuf.Format)
    /// The present renderer can neither import nor read a dmabuf of this format: see `SampleBufferView.dmabufSupport`.
    case unsupportedDmabufFormat(Dmabuf.Format)
    /// A plane's descriptor can't be duplicated or isn't a buffer; `code` is the system's `errno`.
    case invalidDescriptor(plane: Int, code: CInt)
    /// A plane's offset is negative, or larger than 2,147,483,647 bytes.
    case invalidOffset(plane: Int, offset: Int)
}

extension SampleBufferError: CustomStringConvertible {
    /// The reason as one sentence, without a full stop.
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
        case .invalidTime: "the time is out of range"
        case .timeNotLater(let time, let last):
            "a frame for \(time) came after one for \(last); flush before going back"
        case .queueFull: "too many frames wait; see isReadyForMoreMediaData"
        case .closed: "the view is closed"
        case .outOfMemory(let bytes): "there is no memory for a picture of \(bytes) bytes"
        case .unknownDmabufFormat(let format): "a buffer of the format \(format) can't be shown"
        case .unsupportedDmabufFormat(let format):
            "the renderer can neither import nor read a buffer of the format \(format); see dmabufSupport"
        case .invalidDescriptor(let plane, let code):
            "the descriptor of plane \(plane) is no DMA-BUF: \(String(cString: strerror(code)))"
        case .invalidOffset(let plane, let offset): "plane \(plane) can't begin at \(offset)"
        }
    }
}
