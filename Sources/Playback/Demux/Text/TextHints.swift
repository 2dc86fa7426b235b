import OrielLibav

/// Hints for detecting a text's charset.
package struct TextHints: Hashable, Sendable {
    /// Charset chosen by the user for text that isn't UTF-8; nil to detect it.
    package var charset: String?
    /// Language of this text, from its file name or container; nil if unknown.
    package var language: String?
    /// The user's languages, best first. Used if the text itself is inconclusive.
    package var preferences: [String]

    package init(charset: String? = nil, language: String? = nil, preferences: [String] = []) {
        self.charset = charset
        self.language = language
        self.preferences = preferences
    }
}

/// Charsets of languages before UTF-8. Value code.
enum LanguageCharsets {
    /// Charsets of a language, the most common first; empty if unknown.
    static func all(of language: String) -> [String] { table[LanguageCode(language)] ?? [] }

    /// Western European charsets. Detecting one of them means little, since any bytes are valid in them.
    static let western: Set<String> = ["WINDOWS-1252", "ISO-8859-1", "ISO-8859-15"]

    private static let groups: [(languages: String, charsets: String)] = [
        ("ru be bg mk sr kk", "WINDOWS-1251 KOI8-R IBM866 ISO-8859-5 MAC-CYRILLIC IBM855"),
        ("uk", "WINDOWS-1251 KOI8-U KOI8-R IBM866 ISO-8859-5 MAC-CYRILLIC"),
        ("pl cs sk hu sl hr bs sq", "WINDOWS-1250 ISO-8859-2 IBM852 MAC-CENTRALEUROPE"),
        ("ro", "WINDOWS-1250 ISO-8859-16 ISO-8859-2 IBM852"),
        ("el", "WINDOWS-1253 ISO-8859-7"),
        ("tr az", "WINDOWS-1254 ISO-8859-9"),
        ("he yi", "WINDOWS-1255 ISO-8859-8 IBM862"),
        ("ar fa ur ps", "WINDOWS-1256 ISO-8859-6"),
        ("et lv lt", "WINDOWS-1257 ISO-8859-13 ISO-8859-4 ISO-8859-10"),
        ("vi", "WINDOWS-1258 VISCII"),
        ("th", "CP874 TIS-620 ISO-8859-11"),
        ("ja", "CP932 SHIFT_JIS EUC-JP ISO-2022-JP"),
        ("zh", "GB18030 GB2312 BIG5 EUC-TW"),
        ("ko", "CP949 UHC EUC-KR ISO-2022-KR JOHAB"),
        ("en de fr es it nl pt sv da nb nn no fi is ca eu gl af ga", "WINDOWS-1252 ISO-8859-1 ISO-8859-15"),
    ]

    private static let table: [LanguageCode: [String]] = {
        var table: [LanguageCode: [String]] = [:]
        for (languages, charsets) in groups {
            let names = charsets.split(separator: " ").map(String.init)
            for language in languages.split(separator: " ") { table[LanguageCode(String(language))] = names }
        }
        return table
    }()
}
