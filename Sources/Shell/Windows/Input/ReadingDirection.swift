import Glibc

/// The reading direction of the user's language.
package enum ReadingDirection: Hashable, Sendable {
    case leftToRight, rightToLeft

    /// The direction of the user's language.
    package static let current = ReadingDirection { name in getenv(name).map { String(cString: $0) } }

    /// The direction of the language that gettext(3) takes from the environment: the first of `LC_ALL`, `LC_MESSAGES`
    /// and `LANG` that is set; where that isn't `C`, `LANGUAGE` comes before them.
    package init(environment: (String) -> String?) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        let language = environment("LANGUAGE") ?? ""
        self.init(locale: locale == "C" || locale == "POSIX" || language.isEmpty ? locale : language)
    }

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
