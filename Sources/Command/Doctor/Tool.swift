import Foundation

/// A program of the desktop, run to its end.
struct Tool {
    let path: String
    private let environment: [String: String]

    /// Finds a program in `PATH`; nil if it isn't installed.
    init?(_ name: String, _ environment: [String: String]) {
        let paths = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.path = path
        self.environment = environment
    }

    /// Runs it.
    /// - Returns: its standard output without the last line break; nil if it fails.
    func run(_ arguments: [String]) -> String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
