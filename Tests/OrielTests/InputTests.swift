import Oriel
import Testing

@Suite struct InputTests {
    @Test func chordsReadAsPeopleWriteThem() {
        #expect(KeyChord(parsing: "Ctrl+Shift+bracketright") == KeyChord("bracketright", [.control, .shift]))
        #expect(KeyChord(parsing: "super+I") == KeyChord("i", .logo))
        #expect(KeyChord(parsing: "Hyper+x") == nil)
        #expect(KeyChord(parsing: "Ctrl+") == nil)
        #expect(KeyChord(parsing: "") == nil)
        #expect(KeyChord("i", [.control, .shift]).description == "Ctrl+Shift+i")
    }

    /// In the user's language, or by signs that need none.
    @Test func chordsAreShownAsKeyboardsHaveThem() {
        #expect(KeyChord("o", .control).label == "Ctrl+O")
        #expect(KeyChord("Left").label == "←")
        #expect(KeyChord("Down", .alt).label == "Alt+↓")
        #expect(KeyChord("Prior").label == "Page Up")
    }

    @Test func defaultKeysFollowTheSpecification() {
        let keys = KeyBindings.standard
        #expect(keys.action(names: ["space"], modifiers: []) == .playPause)
        #expect(keys.action(names: ["i"], modifiers: []) == .togglePictureInPicture)
        #expect(
            keys.action(names: ["braceright", "bracketright"], modifiers: [.control, .shift]) == .togglePictureInPicture
        )
        // "+" is above "=" on some layouts and a key of its own on others; a letter with Shift is another chord.
        #expect(keys.action(names: ["plus", "equal"], modifiers: [.control, .shift]) == .zoomIn)
        #expect(keys.action(names: ["plus"], modifiers: .control) == .zoomIn)
        #expect(keys.action(names: ["O", "o"], modifiers: [.control, .shift]) == nil)
        #expect(keys.action(names: ["s"], modifiers: []) == .swap)
        #expect(keys.action(names: ["s"], modifiers: [.control]) == nil)
        #expect(keys.action(names: ["Escape"], modifiers: []) == .leaveFullscreen)
    }

    @Test func aReboundActionLosesItsOldKey() {
        var keys = KeyBindings.standard
        keys.bind(.swap, to: [KeyChord("w")])
        #expect(keys.action(names: ["s"], modifiers: []) == nil)
        #expect(keys.action(names: ["w"], modifiers: []) == .swap)
    }
}
