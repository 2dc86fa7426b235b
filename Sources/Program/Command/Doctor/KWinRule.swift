import Oriel
import OrielTexts

/// KWin's window rule that keeps overlays which are ordinary windows above others.
struct KWinRule: DesktopRemedy {
    /// Group of the rule in `kwinrulesrc`.
    static let identifier = "c1b8ae60-5a2e-4f0c-9d55-6f7269656c70"

    /// The rule's keys. `…match` 1 is the whole text, `…rule` 2 forces it. An empty list of desktops is all of
    /// them. KWin before 6.4 ignores the tag.
    static let keys = [
        ("Description", "Picture in Picture (Oriel)"), ("title", "Picture-in-Picture"), ("titlematch", "1"),
        ("tag", "pip"), ("tagmatch", "1"), ("layer", "overlay"), ("layerrule", "2"), ("above", "true"),
        ("aboverule", "2"), ("desktopsrule", "2"), ("skiptaskbar", "true"), ("skiptaskbarrule", "2"),
        ("skippager", "true"), ("skippagerrule", "2"), ("skipswitcher", "true"), ("skipswitcherrule", "2"),
        ("acceptfocus", "false"), ("acceptfocusrule", "2"),
    ]

    private let environment: [String: String]

    init(_ environment: [String: String]) { self.environment = environment }

    /// `kreadconfig` or `kwriteconfig` of the installed Plasma.
    private func tool(_ name: String) -> Tool? {
        Tool("\(name)6", environment) ?? Tool("\(name)5", environment)
    }

    private static func place(_ group: String, _ key: String) -> [String] {
        ["--file", "kwinrulesrc", "--group", group, "--key", key]
    }

    /// Groups of the user's rules, in their order.
    private var rules: [String] {
        let text = tool("kreadconfig")?.run(Self.place("General", "rules")) ?? ""
        return text.split(separator: ",").map { String($0) }
    }

    private var isInstalled: Bool { rules.contains(Self.identifier) }

    func check() -> DoctorReport.Check {
        guard !isInstalled else { return .init(localized("KDE window rule"), .ok, localized("on")) }
        return .init(
            localized("KDE window rule"), .ok, localized("missing"),
            advice: localized(
                """
                Only overlays that are ordinary windows need it (--surface toplevel, Flatpak): `oriel doctor --fix` \
                adds it.
                """))
    }

    var question: String? {
        isInstalled ? nil : localized("Add KWin's window rule that keeps Picture in Picture above other windows?")
    }

    var obstacle: String? {
        guard tool("kwriteconfig") == nil || tool("kreadconfig") == nil else { return nil }
        return localized("kwriteconfig6 and kreadconfig6 aren't installed (Debian's libkf6config-bin)")
    }

    var steps: [String] {
        [localized("adds the rule \"Picture in Picture (Oriel)\" to kwinrulesrc, and makes KWin read it")]
    }

    func apply() throws(RemedyFailure) -> String {
        guard let writer = tool("kwriteconfig") else {
            throw RemedyFailure(obstacle ?? localized("kwriteconfig6 is gone"))
        }
        let groups = rules.filter { $0 != Self.identifier } + [Self.identifier]
        let general = [("count", String(groups.count)), ("rules", groups.joined(separator: ","))]
        // The list names the rule once all of it is there.
        let writes = Self.keys.map { (Self.identifier, $0.0, $0.1) } + general.map { ("General", $0.0, $0.1) }
        for (group, key, value) in writes where writer.run(Self.place(group, key) + [value]) == nil {
            // Keys of a rule that the list doesn't name have no effect.
            for (key, _) in Self.keys { _ = writer.run(Self.place(Self.identifier, key) + ["--delete", ""]) }
            throw RemedyFailure(localized("kwinrulesrc can't be written"))
        }
        let call = ["--user", "call", "org.kde.KWin", "/KWin", "org.kde.KWin", "reconfigure"]
        let isRead = Tool("busctl", environment)?.run(call) != nil
        return isRead ? localized("The rule is there.") : localized("The rule is there; it begins with the next login.")
    }
}
