import OrielTexts

/// Reason why no text can be drawn, as one sentence.
package enum TextProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// libass can't be opened, in the dynamic loader's words.
    case libraryIsMissing(String)
    case libraryFailed
    case fontsAreMissing
    /// A subtitle script needs more memory than the limit, in bytes.
    case scriptIsTooHeavy(Int)
    /// A subtitle script draws over the same pixels too often.
    case scriptDrawsTooMuch
    /// No thread can be started, in the system's words.
    case threadIsMissing(String)

    package var description: String {
        switch self {
        case .libraryIsMissing(let reason): localized("no text: libass is missing (\(reason)); install libass")
        case .libraryFailed: localized("no text: libass can't start; is memory short?")
        case .threadIsMissing(let reason): localized("no text: no thread can be started (\(reason))")
        case .scriptIsTooHeavy(let limit):
            localized("the script is too heavy: drawing it needs more than \(limit >> 20) MB; it is no longer shown")
        case .scriptDrawsTooMuch:
            localized(
                """
                the script is too heavy: it covers the picture more than \(TextLimits.overdraw) times; it is no longer \
                shown
                """)
        case .fontsAreMissing: localized("no text: no font is installed; install one, such as DejaVu or Noto")
        }
    }
}
