import OrielWaylandProtocols

/// An input method on a compositor's seat (`zwp_input_method_v2`), which writes what a test says. For one thread.
public final class VirtualInputMethod {
    private let connection: ToolConnection
    private let method: ZwpInputMethodV2
    private var states: UInt32 = 0
    private var pending = false
    /// Whether a text field of some program is being changed.
    public private(set) var isActive = false
    /// Purpose of that field, as numbered by `zwp_text_input_v3.content_purpose`.
    public private(set) var purpose: UInt32 = 0

    /// Adds the input method to the seat.
    public init(socket: String) throws {
        connection = try ToolConnection(socket: socket)
        let seat = try connection.require(WlSeat.self, version: 1)
        let manager = try connection.require(ZwpInputMethodManagerV2.self, version: 1)
        method = manager.getInputMethod(seat: seat)
        method.onEvent = { [unowned self] event in
            switch event {
            case .activate: pending = true
            case .deactivate: pending = false
            case .contentType(_, let purpose): self.purpose = purpose
            case .done:
                states += 1
                isActive = pending
            case .surroundingText, .textChangeCause, .unavailable: break
            }
        }
        try connection.roundtrip()
    }

    /// Learns what the compositor has said meanwhile.
    public func update() throws { try connection.roundtrip() }

    /// Enters text, or shows text that isn't entered yet.
    public func write(_ text: String = "", preedit: String = "", deletingBefore before: UInt32 = 0) throws {
        if before > 0 { method.deleteSurroundingText(beforeLength: before, afterLength: 0) }
        if !text.isEmpty { method.commitString(text: text) }
        let end = Int32(preedit.utf8.count)
        method.setPreeditString(text: preedit, cursorBegin: end, cursorEnd: end)
        method.commit(serial: states)
        try connection.roundtrip()
    }
}
