import CFFmpeg
import OrielLibav

/// A decoder of a stream's packets: `VideoDecoder` in software, `HardwareDecoder` in hardware. Decode thread only.
protocol Decoder: AnyObject {
    /// Whether frames that no other frame refers to are skipped (`AVCodecContext.skip_frame`).
    var skipsUnreferenced: Bool { get set }

    /// Sends a packet; nil begins to drain. Returns libavcodec's code (`avcodec_send_packet`).
    /// - Throws: `HardwareFault` if only another decoder can go on.
    func send(_ packet: Packet?) throws(HardwareFault) -> CInt

    /// Receives a frame. Returns libavcodec's code (`avcodec_receive_frame`).
    /// - Throws: `HardwareFault` if only another decoder can go on.
    func receive(_ frame: UnsafeMutablePointer<AVFrame>) throws(HardwareFault) -> CInt

    /// Drops the decoder's data before packets of another position (`avcodec_flush_buffers`).
    func flush()
}
