import ArgumentParser

/// The page `oriel(1)`: the commands of `--help`, examples, files and the exit status.
package enum ProgramManual {
    static func write(_ program: any ParsableCommand.Type, to page: inout Mdoc) {
        guard let root = HelpTree.of(program)?.command else { return }
        let commands = (root.subcommands ?? []).filter { $0.shouldDisplay ?? true && $0.commandName != "help" }
        page.name("oriel", "Picture in Picture for Wayland")
        page.section("SYNOPSIS")
        for line in [
            ".Nm", ".Nm", ".Cm play", ".Op Ar options", ".Op Ar media ...", ".Nm", ".Ar command", ".Op Ar options",
        ] {
            page.line(line)
        }
        page.section("DESCRIPTION")
        page.line(".Nm")
        page.paragraphs(
            """
            plays a video in a window. One key lifts the video into an overlay that floats above everything on every \
            workspace; another key swaps the overlay with the window. Without arguments it opens a window with the media played last.

            Several players know each other, and apps that use the library too. A command reaches the player that had \
            the keyboard last; toggle reaches the one in Picture in Picture first. With --player NAME it reaches the \
            named one; status lists the names.
            """)
        page.section("COMMANDS")
        for command in commands { write(command, to: &page) }
        environment(to: &page)
        page.section("EXIT STATUS")
        page.list([
            ("0", "Done."), ("1", "An item could not be played, or the command failed."),
            ("64", "Wrong arguments, which one line on standard error explains."),
        ])
        page.section("EXAMPLES")
        for example in examples {
            page.paragraphs(example.purpose)
            page.literal(["$ oriel " + example.arguments.joined(separator: " ")])
        }
    }

    /// Examples of the page; a test parses each.
    package static let examples: [(purpose: String, arguments: [String])] = [
        ("Play two films, the second in Picture in Picture:", ["play", "film.mkv", "talk.webm"]),
        ("Play a folder, and go on where each file was left:", ["play", "--list", "--resume", "films"]),
        ("Play a web page's video, if yt-dlp is installed:", ["play", "https://example.org/talk"]),
        (
            "Start in Picture in Picture, in a corner and a size:",
            ["play", "--pip", "--corner", "top-right", "--size", "640x360", "film.mkv"]
        ),
        ("Into Picture in Picture and back:", ["toggle"]),
        ("Go on thirty seconds later in the player with a name:", ["seek", "--player", "film", "+30"]),
        ("Show what this desktop allows:", ["doctor"]),
        ("Let overlays be half transparent from now on:", ["config", "set", "pip.opacity", "0.5"]),
    ]

    private static func write(_ command: HelpTree.Command, to page: inout Mdoc) {
        let arguments = (command.arguments ?? []).filter { argument in
            argument.shouldDisplay && !(argument.names ?? []).contains { $0.name == "help" || $0.name == "version" }
        }
        page.subsection("oriel \(command.commandName)")
        page.line(".Nm oriel Cm \(command.commandName)")
        if arguments.contains(where: { $0.kind != .positional }) { page.line(".Op Ar options") }
        for argument in arguments where argument.kind == .positional {
            let name = Mdoc.quoted(argument.valueName ?? "value") + (argument.isRepeating ? " ..." : "")
            page.line(argument.isOptional ? ".Op Ar \(name)" : ".Ar \(name)")
        }
        page.line(".Pp")
        page.paragraphs(command.abstract ?? "")
        if let discussion = command.discussion, !discussion.isEmpty {
            page.line(".Pp")
            page.paragraphs(discussion)
        }
        page.list(
            together(arguments).map { group in
                (name: group.map { name(of: $0) }.joined(separator: " , "), text: text(of: group[0]))
            })
    }

    /// Groups each flag with its opposite, such as `--tls-verify` and `--no-tls-verify`, which share one text.
    private static func together(_ arguments: [HelpTree.Argument]) -> [[HelpTree.Argument]] {
        var groups: [[HelpTree.Argument]] = []
        for argument in arguments {
            if let former = groups.last?.first?.names?.first?.name, argument.names?.first?.name == "no-" + former {
                groups[groups.count - 1].append(argument)
            } else {
                groups.append([argument])
            }
        }
        return groups
    }

    private static func name(of argument: HelpTree.Argument) -> String {
        let value = Mdoc.quoted(argument.valueName ?? "value")
        guard argument.kind != .positional else { return "Ar \(value)" }
        let names = (argument.names ?? []).map { name in
            "Fl \(name.kind == .long ? "\\-" : "")\(name.name.replacing("-", with: "\\-"))"
        }
        return names.joined(separator: " , ") + (argument.kind == .option ? " Ar \(value)" : "")
    }

    private static func text(of argument: HelpTree.Argument) -> String {
        let text = argument.abstract ?? ""
        guard let standard = argument.defaultValue, argument.kind == .option else { return text }
        return text + " The default is \(standard)."
    }

    private static func environment(to page: inout Mdoc) {
        page.section("ENVIRONMENT")
        page.list([
            ("Ev WAYLAND_DISPLAY", "The compositor to connect to."),
            (
                "Ev XDG_RUNTIME_DIR",
                "Folder of the compositor's socket, and of the one by which players know each other."
            ),
            (
                "Ev XDG_CONFIG_HOME , XDG_STATE_HOME , XDG_CACHE_HOME",
                "Folders of the files below, instead of those in the home folder."
            ),
        ])
        page.section("FILES")
        page.list([
            ("Pa ~/.config/oriel/config.toml", "The configuration. Everything in it is optional."),
            ("Pa ~/.local/state/oriel", "Volume, positions, places of overlays and global shortcuts, in small files."),
            ("Pa ~/.cache/oriel/pictures", "Small pictures of the media played last."),
        ])
    }
}
