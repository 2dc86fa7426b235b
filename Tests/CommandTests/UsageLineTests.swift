import Oriel
import OrielCommand
import Testing

@Suite struct UsageLineTests {
    @Test(arguments: [
        (["frobnicate"], "oriel: frobnicate: there is no such command; see `oriel --help`"),
        (["play", "--bogus", "x"], "oriel: play: unknown option '--bogus'"),
        (["play", "--speed", "fast", "x"], "oriel: play: the value 'fast' is invalid for '--speed <speed>'"),
        (["play", "--fullscreen", "--pip", "x"], "oriel: play: --fullscreen and --pip exclude each other"),
        (["seek", "soon"], "oriel: seek: "), (["toggle", "now"], "oriel: toggle: "),
        (["move", "1,b"], "oriel: move: "),
        (["bind", "windows"], "oriel: bind: "), (["--bogus"], "oriel: unknown option '--bogus'"),
    ])
    func wrongArgumentsAreOneLine(arguments: [String], beginning: String) throws {
        let line = try #require(UsageLine.complaint(about: arguments))
        #expect(line.hasPrefix(beginning), "\(line)")
        #expect(line.contains("; see `oriel") && line.hasSuffix("--help`") && !line.contains("\n"), "\(line)")
    }

    @Test(
        arguments: [["play", "x"], ["play"], ["--help"], ["play", "--help"], ["help", "seek"], ["--version"], []]
            as [[String]])
    func theOthersAreNot(arguments: [String]) { #expect(UsageLine.complaint(about: arguments) == nil) }

    /// Names of drivers and outputs are untrusted.
    @Test func doctorPrintsNothingThatATerminalObeys() {
        let report = DoctorReport(checks: [.init("output", .ok, "LCD\u{1B}[2J", advice: "a\u{9B}b")])
        #expect(report.lines(colored: false) == ["ok       output  LCD�[2J", "                 a�b"])
    }
}
