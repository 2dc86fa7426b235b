import ArgumentParser
import Foundation
import Glibc
import OrielTestSupport
import Synchronization

struct CompositorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compositor", abstract: "Runs a command in a private compositor without a screen.",
        discussion: """
            oriel-lab compositor sway -- COMMAND…: COMMAND gets WAYLAND_DISPLAY, XDG_RUNTIME_DIR and SWAYSOCK, runs as the \
            session's user (sway refuses root; with --as-caller as this one), and its exit status is the result. The \
            compositor ends with it.
            """)

    @Argument(help: "\(CompositorKind.allCases.map(\.rawValue).joined(separator: ", "))", transform: kind(named:))
    var compositor: CompositorKind
    @Option(help: "Each output's size.") var size = "1280x720"
    @Option(help: "The number of outputs.") var outputs = 1
    @Option(help: "A file of lines to add to the compositor's configuration.") var config: String?
    @Flag(help: "Use that file alone as the configuration.") var literal = false
    @Flag(help: "Run the command as the calling user.") var asCaller = false
    @Flag(help: "Don't wait until other tests on this machine are through.") var shared = false
    @Option(help: "Write the compositor's log to this file.") var log: String?
    @Argument(parsing: .postTerminator, help: "The command.") var command: [String]

    func run() throws {
        guard let program = command.first else { throw ValidationError("there is no command to run") }
        let configuration = HeadlessCompositor.Configuration(
            compositor, size: try parsedSize(size), outputs: outputs,
            text: try config.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? "", isLiteral: literal)
        let status =
            shared
            ? try run(program, in: HeadlessCompositor(configuration))
            : try alone { try await withCompositor(configuration) { try run(program, in: $0) } }
        throw ExitCode(status)
    }

    /// Waits for a task. Commands aren't asynchronous: otherwise the main queue would belong to the Swift runtime
    /// instead of the event loop of a command that shows a window.
    private func alone(_ body: @escaping @Sendable () async throws -> CInt) throws -> CInt {
        final class Outcome: Sendable { let result = Mutex<Result<CInt, any Error>?>(nil) }
        let outcome = Outcome()
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let result: Result<CInt, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        return try outcome.result.withLock { $0 }?.get() ?? 1
    }

    private func run(_ program: String, in compositor: HeadlessCompositor) throws -> CInt {
        defer {
            compositor.stop()
            if let log { try? compositor.log.write(toFile: log, atomically: true, encoding: .utf8) }
        }
        var environment = Executable.environment
        for name in ["DISPLAY", "WAYLAND_SOCKET", "SWAYSOCK"] { environment[name] = nil }
        let session = compositor.environment
        for name in session.keys where asCaller == false || !["HOME", "LANG"].contains(name) {
            environment[name] = session[name]
        }
        let child = try ChildProcess(
            program, Array(command.dropFirst()), environment: environment, user: asCaller ? nil : compositor.user,
            output: .inherited)
        while true {
            if let exit = child.wait(.seconds(1)) {
                switch exit {
                case .code(let code): return code
                case .signal(let signal): return 128 + signal
                }
            }
            if !compositor.isRunning {
                child.stop()
                throw TestSupportError("the compositor ended by itself: \(compositor.log.suffix(1000))")
            }
        }
    }
}

@Sendable private func kind(named name: String) throws -> CompositorKind {
    guard let kind = CompositorKind(rawValue: name) else { throw ValidationError("no compositor is called \(name)") }
    return kind
}
