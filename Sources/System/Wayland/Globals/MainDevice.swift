import Glibc
import OrielWaylandProtocols

extension Globals {
    /// Asks which device the compositor draws with (`zwp_linux_dmabuf_feedback_v1.main_device`).
    /// - Parameter completion: called once, during a dispatch, with the device's number (`dev_t`), or nil if the
    ///   compositor doesn't tell it. Released without a call if the connection ends first.
    package func askMainDevice(_ completion: @escaping (UInt64?) -> Void) {
        let type = ZwpLinuxDmabufV1.self
        guard let dmabuf = bind(type, since: type.getDefaultFeedbackSince) else { return completion(nil) }
        let feedback = dmabuf.getDefaultFeedback()
        var device: UInt64?
        feedback.onEvent = { event in
            switch event {
            case .mainDevice(let bytes): device = Self.deviceNumber(bytes)
            case .formatTable(let descriptor, _): close(descriptor)
            case .done, .trancheDone, .trancheTargetDevice, .trancheFormats, .trancheFlags: break
            }
        }
        // The compositor sends the first feedback at once, and further ones when it changes.
        connection.sync {
            feedback.destroy()
            dmabuf.destroy()
            completion(device)
        }
    }

    /// Returns the number in an event's array, which has the layout of `dev_t`; nil for another size.
    package static func deviceNumber(_ bytes: [UInt8]) -> UInt64? {
        guard bytes.count == MemoryLayout<UInt64>.size else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
}
