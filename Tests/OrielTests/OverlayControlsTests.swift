import Oriel
import OrielControls
import OrielWindows
import Testing

/// The app's choice of the overlay's controls, and its own keys.
@Suite struct OverlayControlsTests {
    @Test func aSetHidesTheElementsThatItLacks() {
        #expect(PictureInPictureControls.all.hidden == [])
        #expect(PictureInPictureOptions().controls == .all)
        let few: PictureInPictureControls = [.returnButton, .playPause]
        #expect(few.hidden == [.close, .skips, .swap, .mute, .track, .time, .duration])
        let others: PictureInPictureControls = [.closeButton, .bar, .mute]
        #expect(others.hidden == [.stopPictureInPicture, .skips, .swap])
        // Bits that mean nothing do nothing.
        #expect(PictureInPictureControls(rawValue: -1).hidden == [])
        #expect(PictureInPictureControls(rawValue: 1 << 20).hidden.contains(.close))
    }

    @Test func aKeyIsFoundByEachWayToWriteIt() {
        #expect(
            KeyBindings.chords(names: ["percent", "5", "5"], modifiers: .shift) == [
                KeyChord("percent", .shift), KeyChord("5", .shift), KeyChord("5", .shift), KeyChord("percent"),
            ])
        #expect(KeyBindings.chords(names: ["P"], modifiers: .control) == [KeyChord("p", .control)])
        #expect(KeyBindings.chords(names: [], modifiers: .shift) == [])
    }
}
