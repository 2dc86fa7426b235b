import FoundationEssentials
import OrielTestSupport
import Testing

/// The lines of AVPlayer tutorials in `Examples/Vocabulary/lines.txt`, without the prefix AV.
@Suite struct VocabularyTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private let lines: [(text: String, reason: String?)]

    init() throws {
        var lines: [(text: String, reason: String?)] = []
        var reason: String?
        let text = try String(
            contentsOf: Self.root.appending(path: "Examples/Vocabulary/lines.txt"), encoding: .utf8)
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("// ") {
                reason = String(line.dropFirst(3))
            } else {
                lines.append((line, reason))
                reason = nil
            }
        }
        self.lines = lines
    }

    @Test func thereAreAHundredAndAtLeastEightyCompile() {
        #expect(lines.count == 100)
        #expect(lines.count { $0.reason == nil } >= 80)
    }

    @Test func aLineCompilesIfNoReasonIsGiven() throws {
        #expect(try errors(in: lines.filter { $0.reason == nil }.map(\.text), "-emit-sil") == [:])
    }

    @Test func aLineWithAReasonDoesNotCompile() throws {
        let outside = lines.filter { $0.reason != nil }.map(\.text)
        let errors = try errors(in: outside, "-typecheck")
        #expect(outside.filter { errors[$0] == nil } == [])
    }

    /// Compiles each line in a function, which is `async` if the line itself waits.
    /// - Returns: the first error of each line.
    private func errors(in lines: [String], _ mode: String) throws -> [String: String] {
        let folder = try TemporaryFolder()
        let source = folder.path + "/lines.swift"
        var text = "import Foundation\nimport Observation\nimport Oriel\n"
        for (index, line) in lines.enumerated() {
            let isAsync = line.contains("await ") && !line.contains("Task {")
            text += "@MainActor func f\(index)(_ player: Player, _ application: Application, _ url: URL, "
            text += "_ v0: PlayerView)\(isAsync ? " async" : "") throws { \(line) }\n"
        }
        try text.write(toFile: source, atomically: true, encoding: .utf8)
        let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let scratch = build.deletingLastPathComponent().deletingLastPathComponent()
        let maps = [
            build.path + "/*", "\(Self.root.path)/Sources/*/*", "\(Self.root.path)/Sources/*/*/include",
            "\(scratch.path)/checkouts/*/Sources/*/include",
        ]
        let command = """
            maps=(); for map in \(maps.map { $0 + "/module.modulemap" }.joined(separator: " ")); do
            [ ! -e "$map" ] || maps+=(-Xcc "-fmodule-map-file=$map"); done
            swiftc -swift-version 6 \(mode) -o /dev/null -I \(build.path)/Modules "${maps[@]}" \(source)
            """
        let compiler = try ChildProcess("bash", ["-c", command])
        #expect(compiler.wait(.seconds(300)) != nil)
        var errors: [String: String] = [:]
        for message in compiler.standardError.split(separator: "\n") where message.contains(": error: ") {
            let parts = message.split(separator: ":", maxSplits: 4)
            guard parts.count == 5, parts[0] == source, let number = Int(parts[1]) else {
                errors[String(message)] = ""
                continue
            }
            let line = lines[max(0, number - 4)]
            errors[line] = errors[line] ?? String(parts[4])
        }
        return errors
    }
}
