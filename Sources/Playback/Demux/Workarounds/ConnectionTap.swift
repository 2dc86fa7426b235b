import CFFmpeg
import Synchronization

/// Copies the bytes that libavformat reads from a connection it opened itself.
///
/// While one packet is read, the connection's callback (`AVIOContext.read_packet`) is replaced by one that calls the
/// former and keeps the bytes. Demux thread only.
final class ConnectionTap {
    private typealias ReadPacket = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, CInt) -> CInt

    private struct Connection {
        /// The library's read callback, as a number.
        var reader: UInt
        var bytes: [UInt8] = []
    }

    /// Connections that are being read, by their `opaque`, which is all that a callback receives.
    private static let connections = Mutex<[UInt: Connection]>([:])
    private static let size = 256 << 10

    /// Whether bytes are kept until `take`.
    var isOpen = false { didSet { if !isOpen { bytes = [] } } }
    private var bytes: [UInt8] = []

    /// Takes the bytes that were read since the last call; nil if there are none.
    func take() -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        defer { bytes = [] }
        return bytes
    }

    /// Runs `body`, which reads from the context's connection, and keeps the bytes that arrive.
    func reading(_ context: UnsafeMutablePointer<AVFormatContext>, _ body: () -> CInt) -> CInt {
        guard isOpen, let stream = context.pointee.pb, let reader = stream.pointee.read_packet,
            let opaque = stream.pointee.opaque
        else { return body() }
        let key = UInt(bitPattern: opaque)
        let number = unsafeBitCast(reader as ReadPacket, to: UInt.self)
        Self.connections.withLock { $0[key] = Connection(reader: number) }
        stream.pointee.read_packet = { opaque, buffer, size in ConnectionTap.read(opaque, buffer, size) }
        let code = body()
        // If the demuxer has opened another connection meanwhile, it has freed this one.
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
