import Foundation
import Glibc
import OrielTestSupport
import Testing

/// A running `oriel-lab face`, and the pipe that it reads.
struct FaceApp {
    let app: ChildProcess
    let pipe: FileHandle

    init(app: ChildProcess, pipe: FileHandle) { (self.app, self.pipe) = (app, pipe) }

    init(_ clip: String, in session: OrielSession) throws {
        let path = try Self.pipe(in: session.program.folder)
        app = try session.lab("face", "--lines", path, clip)
        pipe = try #require(FileHandle(forUpdatingAtPath: path))
    }

    static func pipe(in folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/lines-\(UUID().uuidString)"
        try #require(mkfifo(path, 0o666) == 0 && chmod(path, 0o666) == 0)
        return path
    }

    func type(_ line: String) throws { try pipe.write(contentsOf: Data((line + "\n").utf8)) }

    /// Writes a line, and waits until the app has performed it.
    func perform(_ line: String) throws {
        let count = lines.count { $0 == "performed \(line)" }
        try type(line)
        guard heard("performed \(line)", times: count + 1) else {
            throw TestSupportError("the app does not perform \(line): \(lines)")
        }
    }

    var lines: [String] { app.standardOutput.split(separator: "\n").map(String.init) }

    /// Delegate callbacks that report a start, a stop or a failure.
    var transitions: [String] { lines.filter { $0.hasPrefix("did") || $0.hasPrefix("failed") } }

    func heard(_ line: String, times count: Int = 1) -> Bool {
        wait(.seconds(10)) { lines.filter { $0 == line }.count >= count }
    }
}
