import Foundation
import Glibc
import OrielPlatform
import OrielTestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test func outputAndExitCodeAreCollected() throws {
        let child = try ChildProcess("sh", ["-c", "echo one; echo two >&2; exit 7"])
        #expect(child.wait(.seconds(10)) == .code(7))
        #expect(child.standardOutput == "one\n")
        #expect(child.standardError == "two\n")
        #expect(!child.isRunning)
    }

    @Test func aChildRunsInItsFolderWithItsEnvironmentAndNoBlockedSignals() throws {
        let child = try ChildProcess(
            "sh", ["-c", "pwd; echo $WORD; grep SigBlk /proc/self/status"], environment: ["WORD": "oriel"],
            folder: "/usr")
        #expect(child.wait(.seconds(10)) == .code(0))
        #expect(child.standardOutput == "/usr\noriel\nSigBlk:\t0000000000000000\n")
    }

    @Test func stopEndsTheWholeGroupEvenIfTheChildIgnoresIt() throws {
        let child = try ChildProcess("sh", ["-c", "trap '' TERM; sleep 1000 & echo $!; wait; sleep 1000"])
        #expect(child.waitForOutput(.seconds(10)) { $0.hasSuffix("\n") })
        let grandchild = try #require(pid_t(child.standardOutput.dropLast()))
        #expect(child.stop(grace: .milliseconds(50)) == .signal(SIGKILL))
        #expect(wait(.seconds(10)) { ProcessUsage(of: grandchild) == nil })
    }

    @Test func aMissingProgramIsNamed() {
        #expect(throws: TestSupportError.self) { try ChildProcess("no-such-program") }
    }

    @Test func usageCountsTheTimeOfEveryThread() throws {
        let child = try ChildProcess("sh", ["-c", "while :; do :; done"])
        defer { child.stop(grace: .zero) }
        #expect(wait(.seconds(20)) { (child.usage?.cpuTime ?? .zero) > .milliseconds(50) })
        let usage = try #require(child.usage)
        #expect(usage.threads == 1)
        #expect(usage.residentBytes > 100_000)
        #expect((usage.descriptors ?? 0) >= 3)
    }

    @Test func childrenDieWithTheirParent() throws {
        // The parent is killed without cleanup; its child was started as by ChildProcess.
        let parent = try ChildProcess("sh", ["-c", "setpriv --pdeathsig KILL -- sleep 1000 & echo $!; wait"])
        #expect(parent.waitForOutput(.seconds(10)) { $0.hasSuffix("\n") })
        let child = try #require(pid_t(parent.standardOutput.dropLast()))
        // setpriv is done once it has become its program.
        #expect(
            wait(.seconds(10)) {
                (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == "sleep\n"
            })
        parent.send(SIGKILL)
        #expect(parent.wait(.seconds(10)) == .signal(SIGKILL))
        #expect(wait(.seconds(10)) { ProcessUsage(of: child) == nil })
    }
}

@Suite struct TemporaryFolderTests {
    @Test func aFolderGoesWithItsOwner() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let path = try #require(folder?.path)
        #expect(access(path, F_OK) == 0)
        let inner = try #require(try folder?.subfolder("runtime"))
        #expect(access(inner, W_OK) == 0)
        folder = nil
        #expect(access(path, F_OK) != 0)
    }
}
