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
