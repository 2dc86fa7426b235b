/// What is wrong with an input, and where.
package struct ScannerError: Error, CustomStringConvertible, Equatable {
    package var file: String
    /// Counted from 1; nil where the whole file is meant.
    package var line: Int?
    package var reason: String

    package init(file: String, line: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// `FILE:LINE: error: REASON`, the form that build logs link to.
    package var description: String {
        if let line { return "\(file):\(line): error: \(reason)" }
        return "\(file): error: \(reason)"
    }
}
