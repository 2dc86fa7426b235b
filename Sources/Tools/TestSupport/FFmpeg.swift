/// Runs the `ffmpeg` program, which may replace files, and waits for it.
/// - Parameter path: a file for its standard output, which it can't seek in; nil for none.
/// - Throws: its words if it fails, or takes longer than `limit`.
package func ffmpeg(_ arguments: [String], output path: String? = nil, limit: Duration = .seconds(300)) throws {
    let arguments = ["-nostdin", "-v", "error", "-y"] + arguments
    let child =
        if let path {
            try ChildProcess("sh", ["-c", "ffmpeg \"$@\" | cat > \"$0\"", path] + arguments)
        } else {
            try ChildProcess("ffmpeg", arguments)
        }
    defer { child.stop(grace: .zero) }
    guard child.wait(limit) == .code(0) else { throw TestSupportError("ffmpeg: \(child.standardError)") }
}
