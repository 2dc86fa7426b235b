/// A compositor that tests can run without a screen.
public enum CompositorKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// wlroots; layer-shell, screencopy, virtual input. Runs only as an ordinary user.
    case sway
    /// wlroots; layer-shell, screencopy, virtual input.
    case phoc
    /// No layer-shell, no screencopy, no seat: pictures come from its own screenshot tool.
    case weston

    /// Why it can't be run here; nil if it can.
    public var missing: String? {
        for program in programs where !Executable.exists(program) { return "\(program) is not installed" }
        return nil
    }

    /// Whether tests on it are to run: they fail where it can't be run, unless `ORIEL_MAY_SKIP` names what is missing.
    public var isExpected: Bool { programs.allSatisfy(Executable.isExpected) }

    private var programs: [String] {
        switch self {
        case .sway: ["sway", "swaymsg"]
        case .phoc: ["phoc"]
        case .weston: ["weston", "weston-screenshooter"]
        }
    }

    /// True where `ScreenCapture`, `VirtualKeyboard` and `VirtualPointer` work and layer surfaces exist.
    public var isWlroots: Bool { self != .weston }

    /// Those that can be captured, composition by composition.
    public static let wlroots: [CompositorKind] = [.sway, .phoc]
}
