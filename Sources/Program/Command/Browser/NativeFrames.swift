/// Messages of a browser on standard input: a length of 32 bits in the machine's byte order, then as many bytes of
/// JSON.
package struct NativeFrames {
    /// Longest message that is read, in bytes.
    package static let limit = 1 << 20
    private var bytes: [UInt8] = []
    private var start = 0

    package init() {}

    /// Error of a stream whose next message is too long; nothing after it can be read.
    package struct TooLong: Error, CustomStringConvertible {
        /// Length that the stream announces, in bytes.
        package let length: UInt32
        package var description: String { "a message of \(length) bytes is longer than \(NativeFrames.limit)" }
    }

    /// Adds what was read. The caller takes all whole messages before it adds more.
    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// Takes the next message; nil if it isn't whole yet.
    package mutating func next() throws(TooLong) -> [UInt8]? {
        guard bytes.count - start >= 4 else { return nil }
        let length = bytes[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        guard length <= Self.limit else { throw TooLong(length: length) }
        let body = start + 4
        guard bytes.count - body >= Int(length) else { return nil }
        start = body + Int(length)
        return Array(bytes[body..<start])
    }

    /// A message with its length before it.
    package static func frame(_ message: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: message.count)) { Array($0) } + message
    }
}
