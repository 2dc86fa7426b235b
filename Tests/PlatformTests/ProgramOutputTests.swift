import OrielPlatform
import Testing

/// Programs run for their output.
@Suite struct ProgramOutputTests {
    private func run(
        _ script: String, limit: Duration = .seconds(20), bytes: Int = 1 << 16, interruption: Wakeup? = nil
    ) throws -> ProgramOutput {
        let never = try Wakeup()
        return try ProgramOutput(
            of: "sh", ["-c", script], limit: limit, bytes: bytes, interruption: (interruption ?? never).descriptor)
    }

    private func isKilled(_ failure: any Error) -> Bool {
        if case ProgramOutput.Failure.tooMuch = failure { true } else { false }
    }

    @Test func bothStreamsAndTheStatusAreKnown() throws {
        let said = try run("echo out; echo err >&2")
        #expect(said.succeeded && said.output == Array("out\n".utf8) && said.errors == Array("err\n".utf8))
        let failed = try run("exit 3")
        #expect(!failed.succeeded && failed.output.isEmpty && failed.errors.isEmpty)
    }

    /// A child that runs on holds the program's pipes open.
    @Test func anAnswerCountsOnceTheProgramHasEnded() throws {
        let start = MonotonicClock.now
        let said = try run("sleep 15 & echo out; echo err >&2; exit 0", limit: .seconds(10))
        #expect(said.succeeded && said.output == Array("out\n".utf8) && said.errors == Array("err\n".utf8))
        #expect(MonotonicClock.now - start < .seconds(9))
        // The complete output.
        let long = try run("sleep 15 & head -c 60000 /dev/zero", limit: .seconds(10))
        #expect(long.output.count == 60000)
    }

    /// Also a program that has closed its output and runs on.
    @Test(arguments: ["sleep 60", "exec >&- 2>&-; sleep 60"])
    func whatTakesTooLongIsKilled(script: String) throws {
        #expect { try run(script, limit: .milliseconds(300)) } throws: { isKilled($0) }
    }

    @Test func whatPrintsTooMuchIsKilled() throws {
        #expect { try run("while :; do echo and on; done", bytes: 1000) } throws: { isKilled($0) }
    }

    @Test func whatNobodyWantsAnyMoreIsKilled() throws {
        let interruption = try Wakeup()
        interruption.signal()
        #expect { try run("sleep 60", interruption: interruption) } throws: {
            if case ProgramOutput.Failure.interrupted = $0 { true } else { false }
        }
    }

    @Test func whatIsNotThereIsNotStarted() throws {
        let never = try Wakeup()
        #expect {
            try ProgramOutput(
                of: "oriel-has-no-such-program", [], limit: .seconds(1), bytes: 1, interruption: never.descriptor)
        } throws: {
            if case ProgramOutput.Failure.notStarted = $0 { true } else { false }
        }
    }
}
