import Glibc

/// Which way the user's language is read.
package enum ReadingDirection: Hashable, Sendable {
    case leftToRight, rightToLeft

    /// By the locale's variables, of which the first that is set counts.
    package static let current: ReadingDirection = {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
        return ReadingDirection(locale: values.first { !$0.isEmpty } ?? "")
    }()

    /// - Parameter locale: such as `fa_IR.UTF-8`.
    package init(locale: String) {
        let language = locale.prefix { $0.isLetter }.lowercased()
        self = Self.languages.contains(language) ? .rightToLeft : .leftToRight
    }

    private static let languages: Set<String> = [
        "ar", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi",
    ]
}
