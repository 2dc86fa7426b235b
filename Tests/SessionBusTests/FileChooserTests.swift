import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// File dialogues on a real message bus, with a fake portal that answers at once or never.
@Suite(.serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
struct FileChooserTests {
    private let bus: MessageBus
    private let loop: EventLoop
    private let buses: BusConnections

    init() throws {
        bus = try MessageBus()
        loop = try EventLoop()
        buses = BusConnections(loop: loop, address: bus.address)
    }

    private func turn(until isDone: () -> Bool) -> Bool {
        let deadline = MonotonicClock.now + .seconds(5)
        while !isDone() {
            guard MonotonicClock.now < deadline else { return false }
            loop.turn(limit: .milliseconds(50))
        }
        return true
    }

    @Test(arguments: [
        (FakeFileChooser.Answer.chosen(["file:///a", "file:///b"]), ["file:///a", "file:///b"]), (.cancelled, []),
        (.chosenAfter(other: "file:///other", ["file:///a"]), ["file:///a"]),
    ]) func theAnswerToOurOwnQuestionCounts(answer: FakeFileChooser.Answer, expected: [String]) throws {
        defer { bus.stop() }
        let portal = try FakeFileChooser(answer, at: bus.address)
        defer { portal.stop() }
        var answers: [[String]?] = []
        let chooser = try FileChooser(buses, title: "Play") { answers.append(try? $0.get()) }
        withExtendedLifetime(chooser) { #expect(turn { !answers.isEmpty }) }
        #expect(answers == [expected])
    }

    @Test func aRefusalIsTold() throws {
        defer { bus.stop() }
        let portal = try FakeFileChooser(.refused, at: bus.address)
        defer { portal.stop() }
        var errors: [PlatformError] = []
        let chooser = try FileChooser(buses, title: "Play") {
            if case .failure(let error) = $0 { errors.append(error) }
        }
        withExtendedLifetime(chooser) { #expect(turn { !errors.isEmpty }) }
        #expect(errors.first?.description.contains("OpenFile") == true)
    }

    /// A stranger's answer is ignored; the dialogue ends with its portal.
    @Test func aStrangersAnswerIsNotBelieved() throws {
        defer { bus.stop() }
        let portal = try FakeFileChooser(.open, at: bus.address)
        var answers: [Result<[String], PlatformError>] = []
        let chooser = try FileChooser(buses, title: "Play") { answers.append($0) }
        #expect(turn { portal.asked == 1 })
        let liar = try LyingConnection(at: bus.address)
        liar.claimToOwn("org.freedesktop.portal.Desktop")
        liar.claim(["file:///lie"], at: "/org/freedesktop/portal/desktop/request/fake/oriel")
        portal.stop()
        withExtendedLifetime(chooser) { #expect(turn { !answers.isEmpty }) }
        #expect(answers.count == 1 && (try? answers.first?.get()) == nil)
    }

    @Test func theProgramIsNamedBeforeAnythingElse() throws {
        defer { bus.stop() }
        let portal = try FakeFileChooser(.cancelled, at: bus.address)
        defer { portal.stop() }
        var answers: [Result<[String], PlatformError>] = []
        let buses = BusConnections(loop: loop, applicationID: "cinema", address: bus.address)
        let chooser = try FileChooser(buses, title: "Play") {
            answers.append($0)
        }
        withExtendedLifetime(chooser) { #expect(turn { answers.count == 1 && !portal.firstCall.isEmpty }) }
        #expect(portal.firstCall == "Register")
    }
}
