import OrielSessionBus
import Testing

@Suite struct TextPreferenceTests {
    private func scale(
        _ values: String..., key: String = "text-scaling-factor", namespace: String = "org.gnome.desktop.interface"
    )
        -> Double
    {
        var preference = DesktopPreferences()
        for value in values { preference.note(value, of: key, in: namespace) }
        return preference.textScale
    }

    @Test func withoutASettingLettersAreAsUsual() { #expect(scale() == 1) }

    @Test func theDesktopsFactorCountsAndTheLastOne() {
        #expect(scale("1.250000") == 1.25)
        #expect(scale("1.5", "0.75") == 0.75)
    }

    @Test func nonsenseChangesNothing() {
        for value in ["", "large", "0", "-2", "1e9", "nan", "inf", "1,5"] {
            #expect(scale("1.5", value) == 1.5, "\(value)")
        }
        #expect(scale("2", key: "cursor-size") == 1 && scale("2", namespace: "org.freedesktop.appearance") == 1)
    }
}
