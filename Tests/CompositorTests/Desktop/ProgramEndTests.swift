import Foundation
import Glibc
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Ends of the program that others bring about: a signal while standard error stands still, a logout of many players.
@Suite(.serialized) struct ProgramEndTests {
    private func hasPicture(_ fake: FakeCompositor, windows: Int = 1) -> Bool {
        fake.wait(.seconds(60)) { surfaces, _ in
            surfaces.filter { $0.role == .toplevel && $0.isMapped && $0.index != nil }.count == windows
        }
    }

    /// Nothing reads standard error, which is full from the beginning.
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsAPlayerWhoseStandardErrorIsNotRead(signal: CInt) throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let folder = try TemporaryFolder()
        let path = folder.path + "/stderr"
        try #require(mkfifo(path, 0o600) == 0)
        let pipe = open(path, O_RDWR | O_NONBLOCK)
        defer { close(pipe) }
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        while write(pipe, block, block.count) > 0 {}
        let player = try fake.launch(
            "/bin/sh",
            [
                "-c", "exec \"$0\" play --audio none --loop --id a \"$1\" 2>\"$2\"", Executable.built("oriel"),
                smallClip(),
                path,
            ])
        defer { player.stop(grace: .zero) }
        #expect(hasPicture(fake))
        // Each writes a line: a list may name no device.
        let list = folder.path + "/list.m3u"
        try Data("/dev/zero\n".utf8).write(to: URL(filePath: list))
        for _ in 0..<3 {
            let add = try fake.launch(Executable.built("oriel"), ["add", list])
            #expect(add.wait(.seconds(10)) != nil)
        }
        let status = try fake.launch(Executable.built("oriel"), ["status"])
        #expect(status.wait(.seconds(10)) == .code(0), "the player answers")
        player.send(signal)
        #expect(player.wait(.seconds(5)) != nil, "the signal ends it")
    }

    /// Other threads may be opening libraries, whose constructors must not run after the destructors of those they
    /// need: about one refused argument in 400 ended with a signal, within libgomp.
    @Test func theProgramEndsWithoutTheDestructorsOfLibraries() throws {
        let folder = try TemporaryFolder()
        let source = folder.path + "/end.c"
        let text = "#include <unistd.h>\n__attribute__((destructor)) static void end(void) { _exit(99); }\n"
        try Data(text.utf8).write(to: URL(filePath: source))
        let library = folder.path + "/end.so"
        let compiler = try ChildProcess("clang", ["-shared", "-fPIC", "-o", library, source])
        #expect(compiler.wait(.seconds(60)) == .code(0), "\(compiler.standardError)")
        var environment = Executable.environment
        environment["LD_PRELOAD"] = library
        for (arguments, status) in [(["play", "oriel://open"], CInt(64)), (["--version"], 0), (["bind", "no"], 64)] {
            let program = try ChildProcess(Executable.built("oriel"), arguments, environment: environment)
            #expect(program.wait(.seconds(20)) == .code(status), "\(arguments): \(program.standardError)")
            #expect(!(program.standardOutput + program.standardError).isEmpty)
        }
    }

    /// A logout ends all players at once, and each writes its position into the same file.
    @Test func playersThatEndTogetherAllKeepTheirPositions() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let folder = try TemporaryFolder()
        let state = try folder.subfolder("state")
        let film = try smallClip()
        let films = (0..<9).map { "\(folder.path)/film\($0).\(URL(filePath: film).pathExtension)" }
        for copy in films { try FileManager.default.copyItem(atPath: film, toPath: copy) }
        let players = try films.map { copy in
            try fake.launch(
                Executable.built("oriel"),
                ["play", "--audio", "none", "--resume", "--paused", "--start", "12", copy],
                environment: ["XDG_STATE_HOME": state])
        }
        defer { for player in players { player.stop(grace: .zero) } }
        #expect(hasPicture(fake, windows: films.count))
        for player in players { player.send(SIGTERM) }
        for player in players { #expect(player.wait(.seconds(20)) != nil) }
        let text = try String(contentsOfFile: state + "/oriel/positions.json", encoding: .utf8)
        for copy in films { #expect(text.contains(URL(filePath: copy).lastPathComponent), "\(text)") }
    }
}
