import Foundation

/// Counts of this process (`/proc/self`).
package enum OwnProcess {
    /// Number of open descriptors, with that of the count.
    package static var descriptors: Int { entries("fd").count }

    /// Number of threads whose names match.
    package static func threads(_ matches: (String) -> Bool = { _ in true }) -> Int {
        entries("task").count {
            let name = try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
            return name.map { matches(String($0.dropLast())) } ?? false
        }
    }

    /// Returns a figure of `/proc/self/status` in kilobytes, such as `VmRSS`.
    package static func kilobytes(_ key: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private static func entries(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)")) ?? []
    }
}
