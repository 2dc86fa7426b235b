import CIntl
import Glibc

/// Returns a text in the language of the process, by gettext(3) from the domain `oriel`; the English one if it isn't
/// translated. The language is that of `setlocale(LC_MESSAGES)`, which only the program sets.
public func localized(_ text: LocalizedText) -> String {
    // The identifier "" is the header of a translation.
    guard !text.identifier.isEmpty else { return "" }
    // An untranslated text is returned as the pointer that was given.
    let found = text.identifier.withCString { String(cString: dgettext(Localization.domain, $0)) }
    return text.filled(into: found)
}

/// Returns a text about a number of things in the form that the language has for that number.
/// - Parameters:
///   - one: the English text for one thing.
///   - many: the English text for other numbers, with the same values.
///   - count: the number.
public func localized(_ one: LocalizedText, _ many: LocalizedText, count: Int) -> String {
    let found = one.identifier.withCString { first in
        many.identifier.withCString { second in
            String(cString: dngettext(Localization.domain, first, second, CUnsignedLong(count.magnitude)))
        }
    }
    return many.filled(into: found)
}

/// The process's language.
public enum Localization {
    static let domain = "oriel"

    /// Takes the language from the environment, for characters and texts alone: numbers in C stay with a point.
    /// - Parameter folder: the folder of translations, `share/locale`; nil for the system's.
    /// - Note: setlocale(3) isn't for a process with further threads: called first, and by a program only.
    public static func begin(in folder: String?) {
        setlocale(LC_CTYPE, "")
        setlocale(LC_MESSAGES, "")
        if let folder { bindtextdomain(domain, folder) }
        bind_textdomain_codeset(domain, "UTF-8")
    }

    /// Keeps texts in English from now on, for output that other programs read.
    public static func end() { setlocale(LC_MESSAGES, "C") }
}
