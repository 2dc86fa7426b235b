import OrielWindows

/// The page `oriel-keys(7)`: the default keys of each action, and the gestures.
package enum KeysManual {
    static func write(to page: inout Mdoc) {
        page.name("oriel-keys", "keys and gestures of oriel")
        page.section("DESCRIPTION")
        page.paragraphs(
            """
            These keys work in a focused window of oriel(1). The table [keys] of oriel.toml(5) changes them; the \
            actions' names there are in parentheses.
            """)
        page.list(
            PlayerAction.allCases.map { action in
                let keys = KeyBindings.standard.chords(of: action).map { $0.label }
                return (
                    "Ic " + Mdoc.quoted(keys.joined(separator: ", ")), "\(action.key.effect) (\(action.rawValue))"
                )
            })
        page.paragraphs(
            """
            Tab and Shift+Tab go to the next and the previous control; then Space or Enter presses it, and arrows \
            move a bar.
            """)
        page.section("GESTURES")
        for (title, gestures) in [("In a window", windowGestures), ("On the overlay", overlayGestures)] {
            page.subsection(title)
            page.list(
                gestures.map { gesture, effect in
                    (Mdoc.words(gesture.prefix(1).uppercased() + gesture.dropFirst()), effect)
                })
        }
        page.section("EXAMPLES")
        page.paragraphs("Swap with the key w, and let no key quit:")
        page.literal(["[keys]", "swap = \"w\"", "quit = []"])
        page.paragraphs("Print the lines that let a compositor toggle and swap from anywhere:")
        page.literal(["$ oriel bind sway >> ~/.config/sway/config"])
    }

    /// docs/keys.md has the same gestures.
    package static let windowGestures: [(gesture: String, effect: String)] = [
        ("double click or tap", "full screen and back"),
        ("right click, finger held down", "the menu"),
        ("wheel, two fingers up or down", "louder, softer"),
        (
            "files and addresses dropped on the window",
            "they play; earlier items stay in the list; subtitle files are added to the film"
        ),
    ]

    package static let overlayGestures: [(gesture: String, effect: String)] = [
        ("drag, also with a finger", "moves it; it stays where it is let go"),
        ("throw", "it glides to the edge or corner that it was thrown at"),
        (
            "drag or throw past the left or right edge",
            "puts it away behind a tab; a click on the tab brings it back"
        ),
        (
            "Ctrl while dragging",
            "moves it into the next corner in that direction, where the compositor reports Ctrl (see `snap`)"
        ),
        ("drag an edge or corner, wheel", "resizes it"),
        ("double click or tap", "brings it back into its window"),
        ("right click, finger held down", "the menu"),
        ("middle click", "closes it"),
        ("files and addresses dropped on it", "as in a window"),
        ("two fingers up or down", "louder, softer"),
    ]
}
