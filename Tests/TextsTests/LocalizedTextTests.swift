import OrielTexts
import Testing

/// Texts of the user interface and their translations.
struct LocalizedTextTests {
    private func identifier(_ text: LocalizedText) -> String { text.identifier }

    @Test func valuesHavePlacesInTheOrderOfTheCode() {
        #expect(identifier("Volume \(70) %") == "Volume {0} %")
        #expect(identifier("\(1) of \(2)") == "{0} of {1}")
        #expect(identifier("Paused") == "Paused")
    }

    /// A translation orders its places as its language does. One that is wrong is shown as it is, and never traps.
    @Test(arguments: [
        ("{1} von {0}", "b von a"), ("{0}{0}", "aa"), ("{2}", "{2}"), ("{", "{"), ("{0", "{0"), ("}{1}", "}b"),
        ("{-1} {x} {} {{0}", "{-1} {x} {} {a"), ("{99999999999999999999}", "{99999999999999999999}"), ("", ""),
    ])
    func placesAreFilled(translation: String, text: String) {
        let values: LocalizedText = "\("a") of \("b")"
        #expect(values.filled(into: translation) == text)
    }

    /// Braces in a value aren't places.
    @Test func valuesAreNotReadAgain() {
        let text: LocalizedText = "\("{1}") and \("x")"
        #expect(text.filled(into: text.identifier) == "{1} and x")
    }

    @Test(arguments: [
        (1, "1"), (1.25, "1.25"), (0.5, "0.5"), (1.05, "1.05"), (-0.004, "0"), (-2.5, "-2.5"), (59.94, "59.94"),
        (0.999, "1"), (.infinity, "-"), (.nan, "-"), (1e300, "-"), (-1e300, "-"),
    ])
    func aNumberHasAtMostTwoDigits(number: Double, text: String) { #expect(DecimalText.text(number) == text) }

    @Test func aTimeHasHoursFromOneHourOn() {
        #expect(ClockText.text(.seconds(59)) == "0:59" && ClockText.text(.seconds(3723)) == "1:02:03")
        #expect(ClockText.text(.seconds(-5), hasHours: true) == "0:00:00")
    }

    @Test func aTextWithoutTranslationIsEnglish() {
        #expect(localized("Not translated: \(3)") == "Not translated: 3")
        #expect(localized("\(1) film", "\(1) films", count: 1) == "1 film")
        #expect(localized("\(3) film", "\(3) films", count: 3) == "3 films")
        #expect(localized("") == "")
    }
}
