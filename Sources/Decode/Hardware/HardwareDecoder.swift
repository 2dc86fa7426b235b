import CFFmpeg
import OrielLibav
import OrielMedia
import OrielPlatform

/// A video decoder whose frames are made by a graphics device. They stay there if the renderer can draw them in place,
/// and are copied into memory otherwise. Decode thread only; the driver is called on the device's thread, and waited
/// for a limited time.
final class HardwareDecoder {
    /// Result of sending a packet.
    enum Sent: Sendable {
        case done
        /// Frames have to be received before (`AVERROR(EAGAIN)`).
        case again
        /// The decoder is drained.
        case end
    }

    /// Result of receiving a frame.
    enum Received: Sendable {
        case frame(FrameStorage)
        /// A packet has to be sent before (`AVERROR(EAGAIN)`).
        case again
        /// All frames were received after the last packet.
        case end
    }

    private let device: HardwareDevice
    private let decoder: DriverDecoder
    /// A call that takes longer counts as a failure.
    private let patience: Duration
    /// Whether frames that no other frame refers to are skipped (`AVCodecContext.skip_frame`).
    var skipsUnreferenced = false

    /// Opens a decoder.
    /// - Parameters:
    ///   - delay: the known number of frames held back for reordering.
    init(
        _ stream: HardwareStream, delay: Int, on device: HardwareDevice, _ options: HardwareOptions
    ) throws(HardwareFault) {
        guard stream.hardwareCodec != nil else { throw .unsupported }
        self.device = device
        patience = options.patience
        decoder = DriverDecoder(stream.memory, options.display)
        try answer { [decoder, context = device.context] () throws(HardwareFault) in
            try decoder.open(stream, delay: delay, on: context)
        }
    }

    deinit { device.thread.post { [decoder] in decoder.close() } }

    /// Drops the decoder's data before packets of another position (`avcodec_flush_buffers`). A driver that doesn't
    /// return is noticed by the next call.
    func flush() { device.thread.post { [decoder] in decoder.flush() } }

    /// Sends a packet; nil begins to drain.
    func send(_ packet: Packet?) throws(HardwareFault) -> Sent {
        try answer { [decoder, skipsUnreferenced] () throws(HardwareFault) in
            try decoder.send(packet, skipsUnreferenced: skipsUnreferenced)
        }
    }

    /// Receives a frame, in memory or in the device (`SurfaceLoan`).
    func receive() throws(HardwareFault) -> Received {
        try answer { [decoder, device] () throws(HardwareFault) in try decoder.receive(device) }
    }

    private func answer<Value: Sendable>(
        _ body: @escaping @Sendable () throws(HardwareFault) -> Value
    ) throws(HardwareFault) -> Value {
        let result = device.thread.call(within: patience) { () -> Result<Value, HardwareFault> in
            do throws(HardwareFault) { return .success(try body()) } catch { return .failure(error) }
        }
        guard let result else { throw .slow(patience) }
        return try result.get()
    }
}
