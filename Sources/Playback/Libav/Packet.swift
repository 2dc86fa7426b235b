package import CFFmpeg

/// A compressed packet, which it owns. Passes from the demux thread to a decode thread; never used by both at once.
package final class Packet: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<AVPacket>
    /// Decode time plus duration, since the start of the medium; nil if the container has no times.
    package let end: Duration?

    /// Moves the data out of `source` and leaves it blank; nil if memory ran out.
    /// - Parameters:
    ///   - base: the stream's time base.
    ///   - start: the start of the medium on the stream's clock.
    package init?(moving source: UnsafeMutablePointer<AVPacket>, base: AVRational, start: Duration) {
        guard let packet = av_packet_alloc() else { return nil }
        av_packet_move_ref(packet, source)
        pointer = packet
        let time = Libav.duration(packet.pointee.dts, base) ?? Libav.duration(packet.pointee.pts, base)
        let length = Libav.duration(max(0, packet.pointee.duration), base) ?? .zero
        end = time.map { $0 + length - start }
    }

    /// Makes a blank packet, to read into; nil if memory ran out.
    package init?() {
        guard let packet = av_packet_alloc() else { return nil }
        (pointer, end) = (packet, nil)
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }

    package var size: Int { Int(max(0, pointer.pointee.size)) }

    /// The size that the header of an image file declares; nil for other packets.
    var declaredSize: (width: Int, height: Int)? {
        guard let data = pointer.pointee.data else { return nil }
        return PictureHeader.size(UnsafeRawBufferPointer(start: data, count: size))
    }
}
