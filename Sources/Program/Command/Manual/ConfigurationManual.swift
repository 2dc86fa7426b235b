/// The page `oriel.toml(5)`: the settings of `ConfigurationSetting`.
package enum ConfigurationManual {
    static func write(to page: inout Mdoc) {
        page.name("oriel.toml", "configuration of oriel")
        page.section("SYNOPSIS")
        page.line(".Pa ~/.config/oriel/config.toml")
        page.section("DESCRIPTION")
        page.paragraphs(
            """
            The file is TOML, and everything in it is optional. A wrong line is a warning, and playback goes on. \
            $XDG_CONFIG_HOME names another folder than ~/.config. Players follow a changed file, except for global, \
            limit, reconnect-timeout and hwdec-device, which they read when they start. One that is not TOML leaves \
            the former settings. oriel config set changes one value and leaves the rest of the file alone.
            """)
        for section in ConfigurationSetting.Section.allCases {
            page.subsection("Table \(section.rawValue)")
            if section == .keys {
                page.paragraphs(
                    """
                    Each action of oriel-keys(7) has one key or a list of keys, such as "w" or \
                    ["i", "Ctrl+Shift+bracketright"]. An empty list unbinds the action. Names of keys are those of \
                    xkbcommon-keysyms.h, and modifiers are Ctrl, Alt, Super and Shift. A key that is bound twice \
                    belongs to the configuration before a default, and to the first line before a later one.
                    """)
            }
            page.list(
                ConfigurationSetting.all.filter { $0.section == section }.map {
                    ("Ic \($0.name)", "\($0.meaning) Values: \($0.values). Default: \($0.standard).")
                })
        }
        page.section("EXAMPLES")
        page.literal(example.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) })
    }

    /// A configuration; a test reads it.
    package static let example = """
        [keys]
        swap = "w"
        toggle-pip = ["i", "Ctrl+Shift+bracketright"]

        [pip]
        corner = "bottom-left"
        size = "640x360"
        limit = 2
        sound = "duck"

        [controls]
        text-scale = 1.25

        [session]
        on-disconnect = "pause"
        """
}
