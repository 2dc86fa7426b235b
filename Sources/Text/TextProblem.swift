/// Why no text can be drawn, as one sentence.
package enum TextProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// With the dynamic loader's words.
    case libraryIsMissing(String)
    case libraryFailed
    case fontsAreMissing
    /// With the system call's words.
    case threadIsMissing(String)

    package var description: String {
        switch self {
        case .libraryIsMissing(let reason): "no text: libass is missing (\(reason)); install libass"
        case .libraryFailed: "no text: libass can't start; is memory short?"
        case .threadIsMissing(let reason): "no text: no thread can be started (\(reason))"
        case .fontsAreMissing: "no text: no font is installed; install one, such as DejaVu or Noto"
        }
    }
}
