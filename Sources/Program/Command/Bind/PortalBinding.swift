import Oriel
import OrielPlatform
import OrielSessionBus

/// `oriel bind portal`: asks the desktop to bind the hotkeys, and notes that the user wants them. The players that run
/// then, and later ones, bind them without a question.
struct PortalBinding {
    /// Longest time for the user to answer the desktop's dialogue.
    private static let patience = Duration.seconds(600)
    private let folder: StateFolder
    private let loop: EventLoop
    private let buses: BusConnections
    private let portal: ShortcutsPortal

    init() throws {
        guard let folder = StateFolder.ofUser() else { throw Self.failure("there is no home folder", nil) }
        self.folder = folder
        do throws(PlatformError) {
            loop = try EventLoop()
            buses = BusConnections(loop: loop, applicationID: "oriel")
            portal = try ShortcutsPortal(buses, shortcuts: ShortcutAction.requests)
        } catch {
            let without = "none of libsystemd, libelogind and basu is installed"
            throw Self.failure(
                SessionBus.hasLibrary ? "there is no session bus" : without, Self.alternative)
        }
    }

    /// Binds, and prints the keys. If they were bound before, opens the desktop's settings for them, where it has some.
    func run() throws {
        let earlier = ShortcutRecord(from: folder)
        switch report() {
        case .bound(let shortcuts):
            ShortcutRecord.update(in: folder) {
                $0.wanted = true
                $0.bind(Dictionary(shortcuts.map { ($0.id, $0.trigger) }) { first, _ in first })
            }
            for line in Self.lines(shortcuts) { print(line) }
            if earlier.keys != nil, configure() { print("The desktop shows its settings for the keys.") }
        case .denied:
            ShortcutRecord.update(in: folder) { $0.refuse() }
            throw Self.failure("the hotkeys were refused in the desktop's dialogue", "run it again to be asked again")
        case .unsupported: throw Self.failure("the desktop's portal has no global shortcuts", Self.alternative)
        case .failed(let errno):
            throw Self.failure(
                "the desktop's portal fails: \(errno)",
                "newer portals want the desktop entry oriel.desktop to be installed, as scripts/install does")
        case .closed, .gone, nil: throw Self.failure("the desktop's portal has given no answer", "run it again")
        }
    }

    /// Waits for the desktop's answer; nil if none comes.
    private func report() -> ShortcutReport? {
        var answer: ShortcutReport?
        var hasEnded = false
        portal.onReport = { answer = answer ?? $0 }
        portal.onEnd = { hasEnded = true }
        let deadline = MonotonicClock.now + Self.patience
        while answer == nil, !hasEnded, MonotonicClock.now < deadline { loop.turn(limit: .seconds(1)) }
        return answer
    }

    private func configure() -> Bool {
        var isDone: Bool?
        portal.configure { isDone = $0 }
        let deadline = MonotonicClock.now + .seconds(5)
        while isDone == nil, MonotonicClock.now < deadline { loop.turn(limit: .milliseconds(100)) }
        return isDone == true
    }

    /// The bound shortcuts with their keys, one a line.
    static func lines(_ shortcuts: [BoundShortcut]) -> [String] {
        guard !shortcuts.isEmpty else { return ["The desktop has bound none; choose keys in its settings."] }
        let width = shortcuts.map(\.id.count).max() ?? 0
        var lines = shortcuts.map { shortcut in
            let name = shortcut.id + String(repeating: " ", count: width - shortcut.id.count)
            return "\(name)  \(shortcut.trigger.isEmpty ? "no key, or none that the desktop tells" : shortcut.trigger)"
        }
        if isHyprland {
            lines.append("# Lines for hyprland.conf; choose the keys:")
            lines.append("bind = SUPER, I, global, oriel:toggle-pip")
            lines.append("bind = SUPER SHIFT, I, global, oriel:swap")
        }
        return lines
    }

    /// Hyprland chooses no keys itself.
    private static var isHyprland: Bool {
        ConfigurationFile.environment("XDG_CURRENT_DESKTOP")?.split(separator: ":").contains("Hyprland") == true
    }

    private static let alternative = "bind keys in the compositor instead, as with oriel bind sway"

    private static func failure(_ what: String, _ advice: String?) -> CommandFailureLine {
        CommandFailureLine("bind", what, advice: advice)
    }
}
