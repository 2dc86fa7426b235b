import Foundation
import OrielTestSupport
import Testing

/// The programs whose windows the extension for GNOME Shell lets float, in gjs without a shell.
@Suite(.enabled(if: Executable.isExpected("gjs"), "gjs is not installed")) struct GNOMEProgramsTests {
    private let folder = try! TemporaryFolder()

    /// Runs a script on the extension's module and returns what it prints.
    private func run(_ script: String) throws -> String {
        let module = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "packaging/gnome-shell/programs.js").path
        let file = folder.path + "/test.js"
        let text = """
            import {Programs, executable} from 'file://\(module)';
            const programs = new Programs(['/usr/bin/oriel'], '\(answers)');
            \(script)
            """
        try Data(text.utf8).write(to: URL(filePath: file))
        let child = try ChildProcess("gjs", ["-m", file], environment: Executable.environment)
        #expect(child.wait(.seconds(20)) == .code(0), "\(child.standardError)")
        return child.standardOutput.trimmingCharacters(in: .newlines)
    }

    private var answers: String { folder.path + "/state/floating.json" }

    @Test func aProgramIsKnownByTheFileThatRuns() throws {
        let program = folder.path + "/program"
        try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: program)
        let child = try ChildProcess(program, ["60"], environment: Executable.environment)
        defer { child.stop(grace: .zero) }
        let script = "print(await executable(\(child.pid)))"
        #expect(try wait(.seconds(20)) { try run(script) == program })
        // Another file of the same name isn't the program.
        try FileManager.default.removeItem(atPath: program)
        #expect(try run(script) == "null")
        try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: program)
        #expect(try run(script) == "null")
        child.stop(grace: .zero)
        #expect(try run(script) == "null")
    }

    @Test func theAnswerIsTheUsers() throws {
        #expect(
            try run("print(await programs.mayFloat('/usr/bin/oriel'), await programs.mayFloat('/opt/app'))")
                == "true null")
        #expect(
            try run(
                """
                await programs.note('/opt/app', false);
                await programs.note('/opt/other', true);
                print(await programs.mayFloat('/opt/app'), await programs.mayFloat('/opt/other'));
                """) == "false true")
        // As the next session reads it.
        #expect(try run("print(await programs.mayFloat('/opt/app'), await programs.mayFloat('/opt'))") == "false null")
    }

    @Test(arguments: ["", "{", "[true]", "null", "7", #"{"/opt/app": "yes"}"#, #"{"/opt/app": 1}"#])
    func aDamagedAnswerIsNone(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/state", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: answers))
        #expect(
            try run("print(await programs.mayFloat('/opt/app'), await programs.mayFloat('constructor'))") == "null null"
        )
        #expect(try run("await programs.note('/opt/app', true); print(await programs.mayFloat('/opt/app'))") == "true")
    }
}
