import CPipeWire

/// Reason for the end of a source's frames.
package enum PipeWireEnd: Hashable, Sendable {
    /// The stream was stopped by its owner.
    case stopped
    /// The source is gone: a closed window, an unplugged camera.
    case gone
    /// The connection to PipeWire was lost.
    case lost
    /// libpipewire can't be opened, or no PipeWire answers; with the reason.
    case unavailable(String)
    /// PipeWire reports an error, in its words.
    case failed(String)
}

extension PipeWireEnd {
    /// Reads a reason of CPipeWire's.
    init(reason: CInt, message: String) {
        self =
            switch Int(reason) {
            case ORIEL_PIPEWIRE_STOPPED: .stopped
            case ORIEL_PIPEWIRE_GONE: .gone
            case ORIEL_PIPEWIRE_LOST: .lost
            case ORIEL_PIPEWIRE_NO_SERVER: .unavailable(message)
            default: .failed(message)
            }
    }
}
