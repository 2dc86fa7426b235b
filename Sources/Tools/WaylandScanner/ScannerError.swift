/// A fault in an input, with its location.
package struct ScannerError: Error, CustomStringConvertible, Equatable {
    package var file: String
    /// Line number from 1; nil for the whole file.
    package var line: Int?
    package var reason: String

    package init(file: String, line: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// The error as `FILE:LINE: error: REASON`, the form that build logs link to.
    package var description: String {
        if let line { return "\(file):\(line): error: \(reason)" }
        return "\(file): error: \(reason)"
    }
}
