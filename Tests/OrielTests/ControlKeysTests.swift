import Oriel
import OrielControls
import OrielWindows
import Testing

/// Labels of the keys that do what a control does.
@Suite struct ControlKeysTests {
    @Test func theyFollowEachChangeOfTheBindings() {
        var keys = ControlKeys()
        var bindings = KeyBindings.standard
        let standard = keys.labels(for: bindings)
        #expect(standard[.mute] == "M" && standard[.scrubber] == nil)
        bindings.bind(.mute, to: [KeyChord("x"), KeyChord("y")])
        #expect(keys.labels(for: bindings)[.mute] == "X")
        bindings.bind(.mute, to: [])
        #expect(keys.labels(for: bindings)[.mute] == nil)
        #expect(keys.labels(for: .standard) == standard)
    }
}
