import OrielWaylandProtocols

/// The fake compositor's input method: notes what fields say, and writes into the one on a surface.
final class FakeTextInput {
    private var inputs: [ZwpTextInputV3Resource] = []
    private var commits: UInt32 = 0

    /// - Parameter note: receives what a client says, when it commits.
    func adopt(_ input: ZwpTextInputV3Resource, note: @escaping (String) -> Void) {
        inputs.append(input)
        var state: [String] = []
        input.onDestroy = { [unowned self, unowned input] in inputs.removeAll { $0 === input } }
        input.onRequest = { [unowned self] in
            switch $0 {
            case .enable: state.append("enable")
            case .disable: state.append("disable")
            case .setContentType(_, let purpose): state.append("\(purpose)")
            case .setCursorRectangle(let x, let y, let width, let height):
                state.append("\(x),\(y) \(width)x\(height)")
            case .commit:
                commits += 1
                note(state.joined(separator: " "))
                state = []
            case .destroy, .setSurroundingText, .setTextChangeCause: break
            }
        }
    }

    func focus(_ old: WlSurfaceResource?, _ surface: WlSurfaceResource?) {
        if let old { for input in inputs where input.client == old.client { input.sendLeave(surface: old) } }
        if let surface {
            for input in inputs where input.client == surface.client { input.sendEnter(surface: surface) }
        }
    }

    func write(_ text: String?, preedit: String?, deleting: (UInt32, UInt32)) {
        for input in inputs {
            if let preedit { input.sendPreeditString(text: preedit, cursorBegin: 0, cursorEnd: 0) }
            if let text { input.sendCommitString(text: text) }
            if deleting != (0, 0) { input.sendDeleteSurroundingText(beforeLength: deleting.0, afterLength: deleting.1) }
            input.sendDone(serial: commits)
        }
    }
}
