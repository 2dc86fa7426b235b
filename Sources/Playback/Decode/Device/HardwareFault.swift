/// Failure of hardware decoding, after which software goes on.
package enum HardwareFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The device could not be opened.
    case device(path: String, words: String)
    /// A call of the driver took longer than this.
    case slow(Duration)
    /// The driver can't decode the stream, by its profile, its size or its format.
    case unsupported
    /// A packet could not be decoded.
    case decoding(words: String)
    /// A decoded frame could not be read from the device.
    case reading(words: String)

    package var description: String {
        switch self {
        case .device(let path, let words): "\(path) can't be opened for decoding: \(words)"
        case .slow(let time): "the driver gave no answer within \(time.components.seconds) s"
        case .unsupported: "the driver can't decode this stream"
        case .decoding(let words): "the driver failed: \(words)"
        case .reading(let words): "a frame can't be read from the device: \(words)"
        }
    }
}
