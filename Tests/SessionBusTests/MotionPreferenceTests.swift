import OrielSessionBus
import Testing

@Suite struct MotionPreferenceTests {
    private static let standard = ("org.freedesktop.appearance", "reduced-motion")
    private static let gnome = ("org.gnome.desktop.interface", "enable-animations")
    private static let plasma = ("org.kde.kdeglobals.KDE", "AnimationDurationFactor")

    private func isReduced(_ settings: ((String, String), String)...) -> Bool {
        var preference = DesktopPreferences()
        for ((namespace, key), value) in settings { preference.note(value, of: key, in: namespace) }
        return preference.reducesMotion
    }

    @Test func withoutASettingThingsMove() { #expect(!isReduced()) }

    @Test func eachDesktopsOwnSettingCounts() {
        #expect(isReduced((Self.standard, "1")) && !isReduced((Self.standard, "0")) && !isReduced((Self.standard, "7")))
        #expect(isReduced((Self.gnome, "0")) && !isReduced((Self.gnome, "1")))
        #expect(isReduced((Self.plasma, "0")) && isReduced((Self.plasma, "0.0")) && !isReduced((Self.plasma, "0.5")))
    }

    @Test func theStandardOneCountsBeforeTheOthers() {
        #expect(!isReduced((Self.gnome, "0"), (Self.standard, "0")))
        #expect(isReduced((Self.standard, "1"), (Self.gnome, "1")))
    }

    @Test func theLastValueCountsAndNonsenseDoesNot() {
        #expect(!isReduced((Self.gnome, "0"), (Self.gnome, "1")))
        #expect(isReduced((Self.plasma, "0"), (Self.plasma, "fast")))
        #expect(!isReduced((("org.gnome.desktop.interface", "clock-format"), "0")))
    }
}
