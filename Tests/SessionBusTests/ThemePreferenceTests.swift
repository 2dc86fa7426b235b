import OrielSessionBus
import Testing

@Suite struct ThemePreferenceTests {
    private func theme(_ settings: (String, String)..., in namespace: String = "org.freedesktop.appearance")
        -> DesktopPreferences
    {
        var preference = DesktopPreferences()
        for (key, value) in settings { preference.note(value, of: key, in: namespace) }
        return preference
    }

    @Test func withoutAPreferenceItIsDarkWithUsualContrast() {
        #expect(!theme().isLight && !theme().isHighContrast)
        #expect(!theme(("color-scheme", "0"), ("contrast", "0")).isLight)
    }

    @Test func theDesktopsPreferenceCountsAndTheLastOne() {
        #expect(theme(("color-scheme", "2")).isLight && !theme(("color-scheme", "1")).isLight)
        #expect(theme(("contrast", "1")).isHighContrast)
        #expect(!theme(("color-scheme", "2"), ("color-scheme", "1")).isLight)
    }

    @Test func unknownValuesAndOtherSettingsDoNot() {
        #expect(!theme(("color-scheme", "7")).isLight && !theme(("contrast", "high")).isHighContrast)
        #expect(!theme(("color-scheme", "2"), in: "org.gnome.desktop.interface").isLight)
    }
}
