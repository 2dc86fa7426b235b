/// Rules of compositors for the browsers' own Picture-in-Picture windows, which are known by their title.
package enum BrowserWindows {
    /// Titles of Firefox's and Chromium's windows.
    package static let titles = ["Picture-in-Picture", "Picture in picture"]
    private static let pattern = "^Picture[- ]in[- ][Pp]icture$"

    /// Returns the lines that let these windows float, above others and on every workspace, as far as the compositor
    /// can.
    package static func lines(for desktop: DesktopBinding) -> [String] {
        switch desktop {
        case .sway: ["for_window [title=\"\(pattern)\"] floating enable, sticky enable"]
        case .hyprland:
            ["float", "pin"].map { "windowrule = match:title \(pattern), \($0) on" }
                + ["# These are for Hyprland 0.53 and newer."]
        case .niri:
            [
                "// niri has no windows above others on every workspace; this lets them float on theirs.",
                "window-rule { match title=\"\(pattern)\"; open-floating true; }",
            ]
        case .labwc:
            ["<!-- Inside the <windowRules> element of rc.xml: -->"]
                + titles.map {
                    "<windowRule title=\"\($0)\"><action name=\"ToggleAlwaysOnTop\"/>"
                        + "<action name=\"ToggleOmnipresent\"/></windowRule>"
                }
        case .river:
            titles.flatMap { title in
                ["float", "tags $(( (1 << 32) - 1 ))"].map { rule in "riverctl rule-add -title '\(title)' \(rule)" }
            }
        case .wayfire:
            ["# Inside the [window-rules] section of wayfire.ini, with the plugin window-rules:"]
                + titles.enumerated().flatMap { index, title in
                    ["always_on_top", "sticky"].map { state in
                        "browsers_\(state)_\(index) = on created if title is \"\(title)\" then set \(state)"
                    }
                }
        case .kde: kde
        case .gnome, .cosmic:
            ["# It has no rules for windows: choose Always on Top in the window's menu (Alt+Space), each time."]
        }
    }

    /// Shell lines that add a rule of KWin.
    private static var kde: [String] {
        let group = "oriel-browsers"
        let keys = [
            ("Description", "Picture in Picture of browsers"), ("title", pattern), ("titlematch", "3"),
            ("above", "true"), ("aboverule", "2"), ("desktopsrule", "2"),
        ]
        return ["# Run these lines in a shell."]
            + keys.map { "kwriteconfig6 --file kwinrulesrc --group \(group) --key \($0) '\($1)'" }
            + [
                "rules=$(kreadconfig6 --file kwinrulesrc --group General --key rules)",
                "case ,$rules, in *,\(group),*) ;; *) rules=${rules:+$rules,}\(group) ;; esac",
                "kwriteconfig6 --file kwinrulesrc --group General --key rules \"$rules\"",
                "kwriteconfig6 --file kwinrulesrc --group General --key count $(echo \"$rules\" | tr , '\\n' | wc -l)",
                "busctl --user call org.kde.KWin /KWin org.kde.KWin reconfigure",
            ]
    }
}
