import Glibc

/// The reading direction of the user's language.
package enum ReadingDirection: Hashable, Sendable {
    case leftToRight, rightToLeft

    /// The direction of the user's locale: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    package static let current: ReadingDirection = {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
        return ReadingDirection(locale: values.first { !$0.isEmpty } ?? "")
    }()

    /// The reading direction of a locale's language.
    /// - Parameter locale: for example `fa_IR.UTF-8`.
    package init(locale: String) {
        let language = locale.prefix { $0.isLetter }.lowercased()
        self = Self.languages.contains(language) ? .rightToLeft : .leftToRight
    }

    /// Codes of the languages that are written from right to left.
    private static let languages: Set<String> = [
        "ar", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi",
    ]
}
