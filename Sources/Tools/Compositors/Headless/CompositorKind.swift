import Glibc

/// A compositor that tests can run without a display.
public enum CompositorKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// wlroots; layer-shell, screencopy, virtual input. Runs only as an ordinary user.
    case sway
    /// wlroots; layer-shell, screencopy, virtual input.
    case phoc
    /// No layer-shell, no screencopy, no seat: screenshots come from its own tool.
    case weston
    /// wlroots; layer-shell, screencopy, virtual input. From this machine, or from a newer release's folder.
    case labwc
    /// KWin under `kwin_wayland_wrapper`, which owns the socket and starts KWin again. Layer-shell, no screencopy, no
    /// virtual input. Runs only as an ordinary user. From this machine, or from a newer release's folder.
    case kwin

    /// Reason why it can't run here; nil if it can.
    public var missing: String? {
        for program in programs where !Executable.exists(program) {
            guard isExtra else { return "\(program) is not installed" }
            guard !ReleaseFolder.has(programs) else { continue }
            return "\(program) is neither installed nor in \(ReleaseFolder.path), which root can enter "
                + "(scripts/parts/distributions forky)"
        }
        return nil
    }

    /// Whether it is run from a newer release's folder, since this machine lacks it.
    var isInReleaseFolder: Bool { isExtra && !programs.allSatisfy(Executable.exists) }

    /// Whether tests may lack it: `scripts/setup` doesn't install it.
    var isExtra: Bool { self == .labwc || self == .kwin }

    /// Whether its tests are to run: without the compositor they fail, unless `ORIEL_MAY_SKIP` names the missing
    /// program.
    public var isExpected: Bool { programs.allSatisfy(Executable.isExpected) }

    private var programs: [String] {
        switch self {
        case .sway: ["sway", "swaymsg"]
        case .phoc: ["phoc"]
        case .weston: ["weston", "weston-screenshooter"]
        case .labwc: ["labwc"]
        case .kwin: ["kwin_wayland", "kwin_wayland_wrapper", "dbus-run-session"]
        }
    }

    /// User that the compositor runs as if this process is root; nil for root. sway and KWin refuse to run as root, and
    /// KWin's message bus needs an account.
    var user: ChildProcess.User? {
        guard getuid() == 0 else { return nil }
        return switch self {
        case .sway: ChildProcess.User(uid: 54321, gid: 54321)
        case .kwin: ChildProcess.User(uid: 65534, gid: 65534)
        case .phoc, .weston, .labwc: nil
        }
    }

    /// Name of the compositor's own process where other programs start it; nil if it is the first process.
    var process: String? {
        switch self {
        case .sway, .phoc, .weston: nil
        case .labwc: "labwc"
        case .kwin: "kwin_wayland"
        }
    }

    /// True if layer surfaces exist and `ScreenCapture`, `VirtualKeyboard` and `VirtualPointer` work.
    public var isWlroots: Bool { self != .weston && self != .kwin }

    /// Compositors that `scripts/setup` installs.
    public static let usual: [CompositorKind] = [.sway, .phoc, .weston]
    /// The usual compositors whose compositions can be captured.
    public static let wlroots: [CompositorKind] = [.sway, .phoc]
}
