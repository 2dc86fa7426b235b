/// Why no text can be drawn, as one sentence.
package enum TextProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// With the dynamic loader's words.
    case libraryIsMissing(String)
    case libraryFailed
    case fontsAreMissing
    /// A script of subtitles needs more memory to be drawn than the limit, in bytes.
    case scriptIsTooHeavy(Int)
    /// A script of subtitles draws over the same pixels too often.
    case scriptDrawsTooMuch
    /// With the system call's words.
    case threadIsMissing(String)

    package var description: String {
        switch self {
        case .libraryIsMissing(let reason): "no text: libass is missing (\(reason)); install libass"
        case .libraryFailed: "no text: libass can't start; is memory short?"
        case .threadIsMissing(let reason): "no text: no thread can be started (\(reason))"
        case .scriptIsTooHeavy(let limit):
            "the script is too heavy: drawing it needs more than \(limit >> 20) MB; it is no longer shown"
        case .scriptDrawsTooMuch:
            "the script is too heavy: it covers the picture more than \(TextLimits.overdraw) times; it is no longer shown"
        case .fontsAreMissing: "no text: no font is installed; install one, such as DejaVu or Noto"
        }
    }
}
