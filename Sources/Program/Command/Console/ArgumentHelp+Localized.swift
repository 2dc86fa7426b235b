import ArgumentParser
import OrielTexts

extension ArgumentHelp {
    /// Help in the user's language.
    static func localized(_ text: LocalizedText, valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(OrielTexts.localized(text), valueName: valueName)
    }
}
