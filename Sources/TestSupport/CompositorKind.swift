/// A compositor that tests can run without a display.
public enum CompositorKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// wlroots; layer-shell, screencopy, virtual input. Runs only as an ordinary user.
    case sway
    /// wlroots; layer-shell, screencopy, virtual input.
    case phoc
    /// No layer-shell, no screencopy, no seat: screenshots come from its own tool.
    case weston

    /// Reason why it can't run here; nil if it can.
    public var missing: String? {
        for program in programs where !Executable.exists(program) { return "\(program) is not installed" }
        return nil
    }

    /// Whether its tests are to run: without the compositor they fail, unless `ORIEL_MAY_SKIP` names the missing
    /// program.
    public var isExpected: Bool { programs.allSatisfy(Executable.isExpected) }

    private var programs: [String] {
        switch self {
        case .sway: ["sway", "swaymsg"]
        case .phoc: ["phoc"]
        case .weston: ["weston", "weston-screenshooter"]
        }
    }

    /// True if layer surfaces exist and `ScreenCapture`, `VirtualKeyboard` and `VirtualPointer` work.
    public var isWlroots: Bool { self != .weston }

    /// Compositors whose compositions can be captured.
    public static let wlroots: [CompositorKind] = [.sway, .phoc]
}
