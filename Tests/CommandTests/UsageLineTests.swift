import Oriel
import OrielCommand
import OrielTestSupport
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

    @Test(arguments: [
        ("tooggle", "toggle"), ("Toggle", "toggle"), ("stauts", "status"), ("pley", "play"), ("swpa", "swap"),
    ])
    func aSlipIsAnsweredByTheCommand(word: String, command: String) throws {
        let line = try #require(UsageLine.complaint(about: [word]))
        #expect(line == "oriel: \(word): there is no such command; did you mean `oriel \(command)`? See `oriel --help`")
    }

    @Test(arguments: ["frobnicate", "x", "", "film", "ä", String(repeating: "a", count: 10_000)])
    func anotherWordIsNot(word: String) throws {
        #expect(UsageLine.suggestion(for: word) == nil)
        #expect(try #require(UsageLine.complaint(about: [word])).utf8.count < 200)
    }

    /// A file or an address plays; a command's name wins.
    @Test func theFirstWordMayBeAMedium() throws {
        let folder = try TemporaryFolder()
        for medium in [folder.path, "https://example.org/x.mkv", "oriel://open?url=https%3A%2F%2Fexample.org", "-"] {
            #expect(UsageLine.isMedium(medium) == (medium != "-"), "\(medium)")
        }
        for other in ["toggle", "status", folder.path + "/missing.mkv", "tooggle", "-horn.mp4", "--pip", ""] {
            #expect(!UsageLine.isMedium(other), "\(other)")
        }
        let line = try #require(UsageLine.complaint(about: [folder.path + "/missing.mkv"]))
        #expect(line.contains("no such command, and no such file"), "\(line)")
    }

    /// A name that begins with a dash is one line, whatever its letters.
    @Test(arguments: [
        ["play", "-horn.mp4"], ["play", "-song.mp4"], ["play", "a.mp4", "-v.mp4"], ["add", "-help me.mkv"],
        ["-horn.mp4"], ["play", "--fullscreen", "-hv"],
    ])
    func aDashedNameIsNoOption(arguments: [String]) throws {
        let line = try #require(UsageLine.complaint(about: arguments))
        let name = arguments.last ?? ""
        #expect(line.hasSuffix("there is no option \(name); for a file of that name write ./\(name)"), "\(line)")
    }

    @Test(arguments: [["play", "-h"], ["play", "-vv", "x"], ["play", "--", "-horn.mp4"], ["play", "./-horn.mp4"]])
    func optionsStayOptions(arguments: [String]) { #expect(UsageLine.complaint(about: arguments) == nil) }

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
