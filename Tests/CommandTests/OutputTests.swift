import OrielTestSupport
import Testing

/// Output that can't be written.
struct OutputTests {
    /// Runs a shell's line in which `$0` is the program, without a session.
    private func run(_ line: String) throws -> (exit: ChildProcess.Exit?, output: String, error: String) {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(
            "sh", ["-c", line, Executable.built("oriel")],
            environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])
        let exit = child.wait(.seconds(20))
        return (exit, child.standardOutput, child.standardError)
    }

    @Test(
        arguments: [
            "status", "status --json", "--help", "--version", "help seek", "manual", "bind sway",
            "--generate-completion-script bash",
        ], [">/dev/full", ">&-", "</dev/null >&- <&-"])
    func outputThatCanNotBeWrittenIsAFailure(command: String, redirection: String) throws {
        let result = try run("exec \"$0\" \(command) \(redirection)")
        #expect(result.exit == .code(1), "\(result)")
        #expect(result.error.hasPrefix("oriel: standard output can't be written"), "\(result)")
        #expect(result.error.split(separator: "\n").count == 1, "\(result)")
    }

    /// A failed command keeps its own status and line.
    @Test func aFailureIsNotReplaced() throws {
        #expect(try run("exec \"$0\" toggle >&-").exit == .code(1))
        #expect(try run("exec \"$0\" frobnicate >/dev/full").exit == .code(64))
    }

    @Test(arguments: ["status", "--help", "manual"]) func outputThatCanBeWrittenIsNone(command: String) throws {
        let result = try run("exec \"$0\" \(command) <&- 2>&-")
        #expect(result.exit == .code(0) && !result.output.isEmpty, "\(result)")
    }
}
