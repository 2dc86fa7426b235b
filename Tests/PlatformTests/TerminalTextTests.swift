import Glibc
import Logging
import OrielPlatform
import Testing

@Suite struct TerminalTextTests {
    @Test func whatATerminalObeysIsShownAsNoCharacter() {
        #expect(TerminalText.plain("Ünï 日本 👩‍👩‍👧 — ok") == "Ünï 日本 👩‍👩‍👧 — ok")
        #expect(TerminalText.plain("a\u{1B}[2J\nb\u{9B}31m\u{7F}\r") == "a�[2J�b�31m��")
        #expect(TerminalText.plain("txt\u{202E}4pm") == "txt�4pm")
    }

    @Test func jsonIsEscapedAndMeansTheSame() {
        #expect(TerminalText.json("{\n \"a\": \"\u{9B}1m\u{7F}ö\"\n}") == "{\n \"a\": \"\\u009b1m\\u007fö\"\n}")
    }

    /// Runs in a process of its own, with a pipe as standard error.
    private static func log(_ body: (Logger, _ reader: CInt) -> Bool) -> Never {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0, dup2(ends[1], 2) == 2 else { _exit(10) }
        close(ends[1])
        do { try Log.bootstrap(level: .notice) } catch { _exit(11) }
        _exit(body(Logger(label: "oriel"), ends[0]) ? 0 : 12)
    }

    private static func logOneLine() -> Never {
        log { log, reader in
            log.warning("a\u{1B}[2J\nb", metadata: ["key": "\u{7}"])
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(reader, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "oriel: a�[2J�b key=�\n"
        }
    }

    private static func logToNobody() -> Never {
        log { log, reader in
            close(reader)
            log.warning("to nobody")
            return true
        }
    }

    @Test func aLogLineIsOneLine() async {
        await #expect(processExitsWith: .exitCode(0)) { TerminalTextTests.logOneLine() }
    }

    @Test func aStandardErrorThatNobodyReadsEndsNoProcess() async {
        await #expect(processExitsWith: .exitCode(0)) { TerminalTextTests.logToNobody() }
    }
}
