/// The desktops that `oriel bind` supports, with the lines that bind the default hotkeys.
package enum DesktopBinding: String, CaseIterable {
    case sway, hyprland, niri, labwc, river, wayfire, kde, gnome, cosmic

    /// Returns the lines that bind Super+I to `toggle` and Super+Shift+I to `swap`.
    /// - Parameter program: the program's name, or its absolute path if it isn't on `PATH`.
    package func lines(program: String) -> [String] {
        let quoted = Self.shellQuoted(program)
        switch self {
        case .sway:
            return [
                "bindsym Mod4+i exec \(quoted) toggle",
                "bindsym Mod4+Shift+i exec \(quoted) swap",
            ]
        case .hyprland:
            return [
                "bind = SUPER, I, exec, \(quoted) toggle",
                "bind = SUPER SHIFT, I, exec, \(quoted) swap",
                "# Rules for the overlay, for Hyprland 0.53 and newer; remove the # of those that you want.",
                "# It appears without an animation (before 0.53: layerrule = noanim, ^(oriel)$):",
                "# layerrule = match:namespace ^(oriel)$, no_anim on",
                "# It is hidden from screen sharing:",
                "# layerrule = match:namespace ^(oriel)$, no_screen_share on",
            ]
        case .niri:
            return [
                "// Inside the binds { } section:",
                "Super+I { spawn \(Self.doubleQuoted(program)) \"toggle\"; }",
                "Super+Shift+I { spawn \(Self.doubleQuoted(program)) \"swap\"; }",
                "// Outside of it, to hide the overlay from screen sharing, without the slashes:",
                "// layer-rule { match namespace=\"^oriel$\"; block-out-from \"screencast\"; }",
            ]
        case .labwc:
            return [
                "<!-- Inside the <keyboard> element of rc.xml: -->",
                "<keybind key=\"W-i\"><action name=\"Execute\" command=\"\(Self.xmlEscaped(quoted)) toggle\"/></keybind>",
                "<keybind key=\"W-S-i\"><action name=\"Execute\" command=\"\(Self.xmlEscaped(quoted)) swap\"/></keybind>",
            ]
        case .river:
            return [
                "riverctl map normal Super I spawn \(Self.shellQuoted("\(quoted) toggle"))",
                "riverctl map normal Super+Shift I spawn \(Self.shellQuoted("\(quoted) swap"))",
            ]
        case .wayfire:
            return [
                "# Inside the [command] section of wayfire.ini:",
                "binding_oriel_toggle = <super> KEY_I",
                "command_oriel_toggle = \(quoted) toggle",
                "binding_oriel_swap = <super> <shift> KEY_I",
                "command_oriel_swap = \(quoted) swap",
            ]
        case .cosmic:
            return [
                "// Inside the braces of ~/.config/cosmic/com.system76.CosmicSettings.Shortcuts/v1/custom:",
                "(modifiers: [Super], key: \"i\"): Spawn(\(Self.doubleQuoted("\(quoted) toggle"))),",
                "(modifiers: [Super, Shift], key: \"i\"): Spawn(\(Self.doubleQuoted("\(quoted) swap"))),",
            ]
        case .kde: return Self.kde(quoted)
        case .gnome: return Self.gnome(quoted)
        }
    }

    /// Plasma binds keys to desktop files: shell lines that create two files and assign their keys.
    private static func kde(_ program: String) -> [String] {
        var lines = [
            "# Run these lines in a shell, then log in again.",
            "mkdir -p ~/.local/share/applications",
        ]
        for (name, key) in [("toggle", "Meta+I"), ("swap", "Meta+Shift+I")] {
            let entry = "[Desktop Entry]\\nType=Application\\nNoDisplay=true\\nName=Oriel \(name)\\nExec=%s \(name)\\n"
            lines.append(
                "printf '\(entry)' \(shellQuoted(program)) > ~/.local/share/applications/oriel-\(name).desktop")
            lines.append(
                "kwriteconfig6 --file kglobalshortcutsrc --group services --group oriel-\(name).desktop --key _launch '\(key)'"
            )
        }
        return lines
    }

    /// GNOME stores custom shortcuts in dconf: shell lines that add two to the list.
    private static func gnome(_ program: String) -> [String] {
        let schema = "org.gnome.settings-daemon.plugins.media-keys"
        let base = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings"
        var lines = [
            "# Run these lines in a shell.",
            "old=$(gsettings get \(schema) custom-keybindings | sed -e 's/^@as //' -e 's/^\\[//' -e 's/\\]$//')",
            "gsettings set \(schema) custom-keybindings \"[${old:+$old, }'\(base)/oriel-toggle/', '\(base)/oriel-swap/']\"",
        ]
        for (name, key) in [("toggle", "<Super>i"), ("swap", "<Super><Shift>i")] {
            let path = "\(schema).custom-keybinding:\(base)/oriel-\(name)/"
            lines.append("gsettings set \(path) name 'Oriel \(name)'")
            lines.append("gsettings set \(path) command \(shellQuoted("\(program) \(name)"))")
            lines.append("gsettings set \(path) binding '\(key)'")
        }
        return lines
    }

    static func shellQuoted(_ text: String) -> String {
        let plain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0)) }
        return plain && !text.isEmpty
            ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    private static func doubleQuoted(_ text: String) -> String {
        "\"" + text.flatMap { "\"\\".contains($0) ? ["\\", $0] : [$0] } + "\""
    }

    private static func xmlEscaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case "\"": "&quot;"
            default: String(character)
            }
        }.joined()
    }
}
