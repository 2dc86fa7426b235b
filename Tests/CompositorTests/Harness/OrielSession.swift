import Foundation
import Glibc
import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The built `oriel` where every user can run it.
struct OrielProgram {
    let folder: TemporaryFolder
    var path: String { folder.path + "/oriel" }

    init() throws {
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        try copy("oriel")
    }

    /// Another of the built programs, where every user can run it.
    @discardableResult
    func copy(_ name: String, as newName: String? = nil) throws -> String {
        let path = folder.path + "/" + (newName ?? name)
        if !FileManager.default.fileExists(atPath: path) { try Executable.place(Executable.built(name), at: path) }
        return path
    }

    /// A clip of at least `frames`, readable by every user. Long ones are encoded in lengths that tests share: encoding
    /// would take longer than all that is tested with them.
    static func clip(_ stream: StampColor, frames: Int, size: Size = Size(width: 1920, height: 1080)) throws -> String {
        let unit = frames <= 300 ? 1 : isProving ? 2700 : 1800
        return try StampedClip(stream: stream, size: size, frames: (frames + unit - 1) / unit * unit).file()
    }

    /// A folder for `XDG_CONFIG_HOME` with this configuration in it.
    func configurationHome(with text: String) throws -> String {
        let home = folder.path + "/config"
        try FileManager.default.createDirectory(atPath: home + "/oriel", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: home + "/oriel/config.toml"))
        return home
    }
}

/// Players and commands in one compositor, as its user.
final class OrielSession {
    let compositor: HeadlessCompositor
    let program: OrielProgram
    let environment: [String: String]
    private(set) var players: [ChildProcess] = []

    /// - Parameters:
    ///   - program: nil for a new one.
    ///   - configuration: text of the program's configuration; nil for none.
    init(
        _ compositor: HeadlessCompositor, _ program: OrielProgram? = nil, environment: [String: String] = [:],
        configuration: String? = nil
    ) throws {
        let program = try program ?? OrielProgram()
        var environment = environment
        if let configuration { environment["XDG_CONFIG_HOME"] = try program.configurationHome(with: configuration) }
        (self.compositor, self.program, self.environment) = (compositor, program, environment)
    }

    deinit { stop() }

    /// Kills the players.
    func stop() {
        for player in players { player.stop(grace: .zero) }
        players = []
    }

    /// Starts `oriel play` and waits until its players show what they should.
    /// - Parameter audio: where sound goes.
    @discardableResult
    func play(
        _ arguments: [String], audio: String = "none", expecting modes: [String: PlayerStatus.Mode], line: Int = #line
    ) throws -> ChildProcess {
        let child = try compositor.launch(
            program.path, ["play", "--audio", audio] + arguments, environment: environment)
        players.append(child)
        try wait(for: modes, line: line)
        return child
    }

    /// Starts a command of `oriel-lab`.
    func lab(_ words: String..., environment: [String: String] = [:]) throws -> ChildProcess {
        try lab(words, environment: environment)
    }

    func lab(_ words: [String], environment: [String: String] = [:]) throws -> ChildProcess {
        try compositor.launch(program.copy("oriel-lab"), words, environment: environment)
    }

    func wait(for modes: [String: PlayerStatus.Mode], line: Int = #line) throws {
        var last: [String: PlayerStatus.Mode] = [:]
        let areShown = try OrielTestSupport.wait(.seconds(20), every: .milliseconds(50)) {
            last = try status().reduce(into: [:]) { last, player in
                // Commands are refused before: the mode changes when a transition begins.
                let isSettled = player.pip.state == .active || player.pip.state == .idle
                if isSettled, player.frames.presented > 0 { last[player.id] = player.mode }
            }
            return modes.allSatisfy { last[$0.key] == $0.value }
        }
        guard areShown else {
            throw TestSupportError("line \(line): the players show \(last), not \(modes); \(account)")
        }
    }

    /// How the players stand, and what they said.
    private var account: [String] {
        players.map { child in
            let state = child.wait(.zero).map { "ended with \($0)" } ?? "runs: \(waits(of: child.pid))"
            return "\(state); \(child.standardError)"
        }
    }

    /// The kernel function in which each thread waits.
    private func waits(of process: Int32) -> String {
        let folder = "/proc/\(process)/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { thread in
            func word(_ name: String) -> String {
                let text = (try? String(contentsOfFile: "\(folder)/\(thread)/\(name)", encoding: .utf8)) ?? ""
                return text.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            return "\(word("comm")) in \(word("wchan"))"
        }.joined(separator: ", ")
    }

    /// Waits until what `status` says of a player is so. An error names the caller's line, as a thrown one has none.
    func wait(for name: String, line: Int = #line, until isSo: (PlayerStatus) -> Bool) throws {
        var last: PlayerStatus?
        let isSoInTime = try OrielTestSupport.wait(.seconds(20), every: .milliseconds(50)) {
            last = try status().first { $0.id == name }
            return last.map(isSo) ?? false
        }
        guard isSoInTime else {
            throw TestSupportError("line \(line): \(name) stays \(last.map { "\($0)" } ?? "unknown"); \(account)")
        }
    }

    /// Watches a player, and fails at the first status that is not so.
    /// - Parameters:
    ///   - time: longer than the thing takes that must not happen.
    ///   - reason: why it watches for that long.
    func watch(
        _ name: String, for time: Duration, because reason: StaticString, staysSo isSo: (PlayerStatus) -> Bool
    ) throws {
        var last: PlayerStatus?
        let hasStayed = try stays(for: time, because: reason, every: .milliseconds(50)) {
            let status = try player(name)
            last = status
            return isSo(status)
        }
        guard hasStayed else {
            throw TestSupportError("\(name) is \(last.map { "\($0)" } ?? "unknown"), \(reason); \(account)")
        }
    }

    /// Runs a command to its end; its failure fails the test.
    @discardableResult
    func run(_ arguments: String...) throws -> String { try run(arguments) }

    @discardableResult
    func run(_ arguments: [String]) throws -> String {
        let child = try compositor.launch(program.path, arguments)
        guard let exit = child.wait(.seconds(20)) else { throw TestSupportError("oriel \(arguments) does not end") }
        guard exit == .code(0) else {
            throw TestSupportError(
                "oriel \(arguments): \(exit) \(child.standardError); \(account)")
        }
        return child.standardOutput
    }

    func status() throws -> [PlayerStatus] {
        // A broker answers only its own user.
        guard compositor.user != nil else {
            let display = compositor.environment["WAYLAND_DISPLAY"] ?? ""
            return try CompositorTests.players(in: compositor.runtimeFolder, on: display)
        }
        return try JSONDecoder().decode(SessionStatus.self, from: Data(run("status", "--json").utf8)).players
    }

    func player(_ name: String) throws -> PlayerStatus {
        try #require(try status().first { $0.id == name }, "no player \(name)")
    }
}

/// Runs `body` with a session in a private compositor, as `withCompositor`.
func withSession<T>(
    _ setup: HeadlessCompositor.Configuration, _ program: OrielProgram? = nil, environment: [String: String] = [:],
    configuration: String? = nil, _ body: (OrielSession, HeadlessCompositor) async throws -> T
) async throws -> T {
    let program = try program ?? OrielProgram()
    return try await withCompositor(setup) { compositor in
        let session = try OrielSession(
            compositor, program, environment: environment, configuration: configuration)
        return try await body(session, compositor)
    }
}

/// Runs `body` as `withSession(_:_:environment:configuration:_:)` with the default setup does.
func withSession<T>(
    _ kind: CompositorKind, _ program: OrielProgram? = nil, environment: [String: String] = [:],
    configuration: String? = nil, _ body: (OrielSession, HeadlessCompositor) async throws -> T
) async throws -> T {
    try await withSession(.init(kind), program, environment: environment, configuration: configuration, body)
}

extension StreamTimeline {
    /// The compositions around the one that is farthest from the clock: their times, in milliseconds from that one's,
    /// with the index shown and its distance in frames.
    fileprivate func account(ofWorstAt rate: Rational) -> String {
        let errors = clockErrors(rate: rate)
        guard let worst = errors.indices.max(by: { abs(errors[$0].frames) < abs(errors[$1].frames) }) else { return "" }
        return errors[max(0, worst - 8)..<min(errors.count, worst + 5)].map { sample, frames in
            let time = Int((sample.time - errors[worst].sample.time) / .milliseconds(1))
            return "\(time): \(sample.index.map { "\($0)" } ?? "-") \((frames * 100).rounded() / 100)"
        }.joined(separator: ", ")
    }
}

/// Counts that `scripts/prove` makes long.
enum Counts {
    static func of(_ variable: String, default count: Int) -> Int {
        Executable.environment[variable].flatMap { Int($0) } ?? count
    }

    /// In runs of an even number: a capture that misses one composition proves nothing, and is made again.
    static func batches(of count: Int) -> [Range<Int>] {
        stride(from: 0, to: count, by: 20).map { $0..<min($0 + 20, count) }
    }
}

let isProving = Executable.isProving

/// Each compositor with each way to draw where that is proved; else each of either once.
let presenterCells: [(kind: CompositorKind, renderer: String)] =
    isProving
    ? CompositorKind.wlroots.flatMap { [($0, "gles"), ($0, "shm")] }
    : zip(CompositorKind.wlroots, ["gles", "shm"]).map { ($0, $1) }

/// Captures every composition while `body` runs, and checks that each stream of `streams`, which must be there before
/// it and after it, was in every one. With `ORIEL_INCIDENTS`, a folder, those in which one was are left there as
/// pictures.
func expectSteady(
    _ streams: StampColor..., on compositor: HeadlessCompositor, isPaused: Bool = false, within bound: Double = 2,
    coversOutput: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    while body: (ScreenCapture) async throws -> Void
) async throws {
    let folder = Executable.environment["ORIEL_INCIDENTS"]
    let proven = try await ProvenCapture(
        of: compositor, coversOutput: coversOutput, keeping: folder == nil ? .none : .incidents(8), body)
    for stream in streams {
        expectSteady(
            stream, in: proven.compositions, isPaused: isPaused, within: bound, sourceLocation: sourceLocation)
    }
    if let folder {
        try proven.savePictures(to: folder, name: "\(compositor.kind)-\(MonotonicClock.now.components.seconds)")
    }
}

/// Checks that a stream was there in every composition, or in those of the given time, and never went back; where it is
/// proved, that it kept its clock.
/// - Parameter bound: greatest distance from the clock of its first frame, in frames.
func expectSteady(
    _ stream: StampColor, in compositions: [Composition], present presence: StreamTimeline.Presence = .throughout,
    isPaused: Bool = false, within bound: Double = 2, sourceLocation: SourceLocation = #_sourceLocation
) {
    let timeline = StreamTimeline(of: stream, in: compositions, present: presence)
    #expect(!timeline.samples.isEmpty, "nothing was captured", sourceLocation: sourceLocation)
    #expect(timeline.lost.map(\.number) == [], "\(stream) was nowhere", sourceLocation: sourceLocation)
    #expect(timeline.torn.map(\.number) == [], "\(stream) was torn", sourceLocation: sourceLocation)
    #expect(timeline.regressions.map(\.number) == [], "\(stream) went back", sourceLocation: sourceLocation)
    let error = timeline.worstClockError(rate: .init(30, 1)) ?? .infinity
    if isProving, !isPaused {
        let account = error <= bound ? "" : timeline.account(ofWorstAt: .init(30, 1))
        #expect(error <= bound, "\(stream) left its clock: \(account)", sourceLocation: sourceLocation)
    }
    print(
        "\(stream): \(timeline.samples.count) compositions, \(timeline.shown.count) frames shown, "
            + "\(timeline.skipped.count) skipped, nowhere in \(timeline.lost.count), went back \(timeline.regressions.count) times, worst clock error "
            + "\((error * 100).rounded() / 100) frames\(isProving ? "" : " (scripts/prove holds it to \(bound))")")
}
