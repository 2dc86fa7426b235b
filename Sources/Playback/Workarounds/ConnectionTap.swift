import CFFmpeg
import Synchronization

/// Keeps what libavformat reads of a connection that it opened itself, by standing before that one's callback
/// (`AVIOContext.read_packet`) while one packet is read. Demux thread only.
final class ConnectionTap {
    private typealias ReadPacket = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, CInt) -> CInt

    private struct Connection {
        /// The callback that reads, as a number.
        var reader: UInt
        var bytes: [UInt8] = []
    }

    /// Those that are being read, by their `opaque`, which is all that a callback is told.
    private static let connections = Mutex<[UInt: Connection]>([:])
    private static let size = 256 << 10

    /// What is read is kept until `take`.
    var isOpen = false { didSet { if !isOpen { bytes = [] } } }
    private var bytes: [UInt8] = []

    /// What was read since it was asked last; nil for nothing.
    func take() -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        defer { bytes = [] }
        return bytes
    }

    /// Runs `body`, which reads from the context's connection, and keeps the bytes that come.
    func reading(_ context: UnsafeMutablePointer<AVFormatContext>, _ body: () -> CInt) -> CInt {
        guard isOpen, let stream = context.pointee.pb, let reader = stream.pointee.read_packet,
            let opaque = stream.pointee.opaque
        else { return body() }
        let key = UInt(bitPattern: opaque)
        let number = unsafeBitCast(reader as ReadPacket, to: UInt.self)
        Self.connections.withLock { $0[key] = Connection(reader: number) }
        stream.pointee.read_packet = { opaque, buffer, size in ConnectionTap.read(opaque, buffer, size) }
        let code = body()
        // A demuxer that has opened another connection meanwhile has freed this one.
        if context.pointee.pb == stream { stream.pointee.read_packet = reader }
        if let connection = Self.connections.withLock({ $0.removeValue(forKey: key) }) {
            if bytes.count > Self.size { bytes = [] }
            bytes += connection.bytes
        }
        return code
    }

    private static func read(
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: CInt
    ) -> CInt {
        let key = UInt(bitPattern: opaque)
        guard let reader = connections.withLock({ $0[key]?.reader }) else { return ORIEL_AVERROR_EXIT }
        let count = unsafeBitCast(reader, to: ReadPacket.self)(opaque, buffer, size)
        guard count > 0, let buffer else { return count }
        connections.withLock { connections in
            guard let kept = connections[key]?.bytes.count, kept < Self.size else { return }
            connections[key]?.bytes += UnsafeBufferPointer(start: buffer, count: Int(count))
        }
        return count
    }
}
