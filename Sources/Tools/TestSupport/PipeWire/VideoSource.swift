import Foundation

/// Stamped frames in PipeWire, from a program of their own (`oriel-lab video-source`).
package final class VideoSource {
    private let folder: TemporaryFolder
    private let child: ChildProcess
    private let pipe: String
    /// Its number in PipeWire.
    package let node: UInt32

    /// Starts it; returns once it has a number.
    /// - Parameter options: the command's.
    package init(_ options: [String] = [], in server: PipeWireServer) throws {
        folder = try TemporaryFolder()
        pipe = "\(folder.path)/commands"
        guard mkfifo(pipe, 0o600) == 0 else { throw TestSupportError("mkfifo") }
        let child = try ChildProcess(
            Executable.built("oriel-lab"), ["video-source", "--commands", pipe] + options,
            environment: Executable.environment.merging(server.environment) { $1 })
        self.child = child
        guard child.waitForOutput(.seconds(20), until: { $0.contains("node ") && $0.hasSuffix("\n") }),
            let line = child.standardOutput.split(separator: "\n").first(where: { $0.hasPrefix("node ") }),
            let number = UInt32(line.dropFirst(5))
        else { throw TestSupportError("the source doesn't start: \(child.standardOutput) \(child.standardError)") }
        node = number
    }

    /// Lines that it has printed: `node 27`, `streaming`, `idle`, `did crop 0 0 10 10`.
    package var lines: [String] { child.standardOutput.split(separator: "\n").map(String.init) }

    /// Waits until the lines are so.
    package func wait(_ limit: Duration = .seconds(10), until condition: ([String]) -> Bool) -> Bool {
        child.waitForOutput(limit) { _ in condition(lines) }
    }

    /// Has it carry out a line; see `oriel-lab video-source --help`.
    package func tell(_ line: String) throws {
        let count = lines.count { $0 == "did \(line)" }
        let descriptor = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestSupportError("the source has ended") }
        defer { close(descriptor) }
        let text = Array("\(line)\n".utf8)
        guard write(descriptor, text, text.count) == text.count else { throw TestSupportError("the pipe is full") }
        guard line == "end" || wait(until: { $0.count { $0 == "did \(line)" } > count }) else {
            throw TestSupportError("the source doesn't do \(line): \(lines)")
        }
    }

    /// Kills it, whatever it is doing.
    package func kill() { child.stop(grace: .zero) }

    package func stop() {
        child.stop(grace: .zero)
        folder.remove()
    }
}
