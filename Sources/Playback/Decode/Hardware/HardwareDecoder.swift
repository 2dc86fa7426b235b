import CFFmpeg
import OrielLibav

/// A video decoder whose frames are made by a graphics device. They stay there if the renderer can draw them in place,
/// and are copied into memory otherwise. Decode thread only; the driver is called on the device's thread, and waited
/// for a limited time.
final class HardwareDecoder: Decoder {
    private let device: HardwareDevice
    private let decoder: DriverDecoder
    /// A call that takes longer counts as a failure.
    private let patience: Duration
    var skipsUnreferenced = false

    /// Opens a decoder.
    /// - Parameters:
    ///   - delay: the known number of frames held back for reordering.
    init(
        _ stream: CodedStream, delay: Int, on device: HardwareDevice, _ options: HardwareOptions
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

    // A driver that doesn't return is noticed by the next call.
    func flush() { device.thread.post { [decoder] in decoder.flush() } }

    func send(_ packet: Packet?) throws(HardwareFault) -> CInt {
        try answer { [decoder, skipsUnreferenced] () throws(HardwareFault) in
            try decoder.send(packet, skipsUnreferenced: skipsUnreferenced)
        }
    }

    /// The frame is in memory or in the device (`SurfaceLoan`).
    func receive(_ frame: UnsafeMutablePointer<AVFrame>) throws(HardwareFault) -> CInt {
        let (storage, code) = try answer { [decoder, device] () throws(HardwareFault) in try decoder.receive(device) }
        if let storage { av_frame_move_ref(frame, storage.frame) }
        return code
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
