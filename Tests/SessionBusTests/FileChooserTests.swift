import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// File dialogues on a real message bus, with a portal that answers at once or never.
@Suite(.serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
struct FileChooserTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig(patience: .seconds(5)) }

    @Test(arguments: [
        ("file:///a file:///b", ["file:///a", "file:///b"]), ("cancel", []),
        ("other file:///other file:///a", ["file:///a"]),
    ]) func theAnswerToOurOwnQuestionCounts(answer: String, expected: [String]) throws {
        let portal = try StandInPortal(.front, ["--files", answer], at: bus.address)
        defer { portal.stop() }
        var answers: [[String]?] = []
        let chooser = try FileChooser(buses, title: "Play", .files(filters: [], folder: nil)) {
            answers.append(try? $0.get())
        }
        withExtendedLifetime(chooser) { #expect(turn { !answers.isEmpty }) }
        #expect(answers == [expected])
    }

    @Test func theDialogueHasItsKindsAndItsFolder() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let filters = [FileChooser.Choice.Filter("Video", ["video/mp4", "video/webm"]), .init("All files", [])]
        for choice: FileChooser.Choice in [
            .files(filters: filters, folder: "/home/ada/Vidéos"), .files(filters: [], folder: nil),
            .folder(startingIn: "/v"),
        ] {
            var answers = 0
            let chooser = try FileChooser(buses, title: "Play", choice) { _ in answers += 1 }
            withExtendedLifetime(chooser) { #expect(turn { answers == 1 }) }
        }
        let choices = [
            "Choice files /home/ada/Vidéos Video:2:1:video/mp4 All files:1:0:*", "Choice files ", "Choice folder /v",
        ]
        // An answer may be here before the portal's own words are.
        #expect(portal.wait { calls in calls.filter { $0.hasPrefix("Choice") } == choices }, "\(portal.calls)")
    }

    @Test func aRefusalIsTold() throws {
        let portal = try StandInPortal(.front, ["--files", "refuse"], at: bus.address)
        defer { portal.stop() }
        var errors: [PlatformError] = []
        let chooser = try FileChooser(buses, title: "Play", .files(filters: [], folder: nil)) {
            if case .failure(let error) = $0 { errors.append(error) }
        }
        withExtendedLifetime(chooser) { #expect(turn { !errors.isEmpty }) }
        #expect(errors.first?.description.contains("OpenFile") == true)
    }

    /// A stranger's answer is ignored; the dialogue ends with its portal.
    @Test func aStrangersAnswerIsNotBelieved() throws {
        let portal = try StandInPortal(.front, ["--files", "open"], at: bus.address)
        var answers: [Result<[String], PlatformError>] = []
        let chooser = try FileChooser(buses, title: "Play", .files(filters: [], folder: nil)) { answers.append($0) }
        #expect(turn { portal.dialogues.count == 1 })
        try portal.forge(ownerOf: "org.freedesktop.portal.Desktop")
        try portal.forge(file: "file:///lie")
        portal.stop()
        withExtendedLifetime(chooser) { #expect(turn { !answers.isEmpty }) }
        #expect(answers.count == 1 && (try? answers.first?.get()) == nil)
    }

    @Test func theProgramIsNamedBeforeAnythingElse() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        var answers: [Result<[String], PlatformError>] = []
        let buses = BusConnections(loop: loop, applicationID: "cinema", address: bus.address)
        let chooser = try FileChooser(buses, title: "Play", .files(filters: [], folder: nil)) { answers.append($0) }
        withExtendedLifetime(chooser) { #expect(turn { answers.count == 1 && !portal.calls.isEmpty }) }
        #expect(portal.calls.first == "Register cinema")
    }
}
