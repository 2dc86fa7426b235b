import Foundation
import Testing

/// The program as a process: GTK has a loop and a connection of its own, which a stage of OrielTesting hasn't.
/// `on-compositor` runs it with a film.
struct NewAppTests {
    @Test func withoutAFilmItSaysHowToStartIt() throws {
        let program = Process(), output = Pipe()
        program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "NewApp")
        program.standardOutput = output
        try program.run()
        program.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text == "usage: NewApp FILM\n" && program.terminationStatus == 0)
    }
}
