import Foundation
import Logging
import Oriel
import OrielTestSupport
import Synchronization
import Testing

/// `Application.log`. swift-log takes one handler in a process, so the tests of one suite share it, one after another.
@Suite(.serialized) struct AppLogTests {
    private final class Lines: Sendable {
        private let all = Mutex<[String]>([])
        func add(_ level: Application.LogLevel, _ line: String) { all.withLock { $0.append("\(level) \(line)") } }
        /// The lines of the test's own logger; other tests log at the same time.
        func of(_ label: String) -> [String] { all.withLock { $0.filter { $0.contains("\(label):") } } }
    }

    @Test func aFunctionGetsTheLinesOfTheWantedLevels() throws {
        let lines = Lines()
        try Application.log(.warning, to: .handler { lines.add($0, $1) })
        let log = Logger(label: "test.log")
        log.info("unwanted")
        log.warning("wanted\u{1B}[2J")
        log.error("bad")
        #expect(lines.of("test.log").count == 2)
        #expect(lines.of("test.log").first?.hasPrefix("warning test.log: wanted") == true)
        #expect(lines.of("test.log").allSatisfy { !$0.contains("\u{1B}") })
        // The same logger follows the next call.
        try Application.log(.none, to: .handler { lines.add($0, $1) })
        log.critical("unheard")
        #expect(lines.of("test.log").count == 2)
        try Application.log(.debug, to: .handler { lines.add($0, $1) })
        log.debug("detail")
        #expect(lines.of("test.log").last == "debug test.log: detail")
    }

    @Test func aFileGetsLinesAndOneThatCanNotBeOpenedIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/app.log"
        try Application.log(.info, to: .file(path))
        Logger(label: "test.file").info("hello")
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("test.file: hello\n"))
        #expect(throws: StartError.self) { try Application.log(.info, to: .file("/nowhere/app.log")) }
        try Application.log(.info)
    }
}
