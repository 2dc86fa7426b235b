import Foundation

/// Processes by parent, from `/proc`.
package enum ProcessTree {
    /// Returns the process with this name (`comm`) that a process has started, or one that it has started; nil if
    /// there is none.
    package static func find(_ name: String, under ancestor: Int32) -> Int32? {
        var children: [Int32: [(pid: Int32, name: String)]] = [:]
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let pid = Int32(entry), let line = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
                let begin = line.firstIndex(of: "("), let end = line.lastIndex(of: ")")
            else { continue }
            let rest = line[line.index(after: end)...].split(separator: " ")
            guard rest.count > 1, rest[0] != "Z", let parent = Int32(rest[1]) else { continue }
            children[parent, default: []].append((pid, String(line[line.index(after: begin)..<end])))
        }
        var waiting = [ancestor]
        while let parent = waiting.popLast() {
            for child in children[parent] ?? [] {
                if child.name == name { return child.pid }
                waiting.append(child.pid)
            }
        }
        return nil
    }
}
