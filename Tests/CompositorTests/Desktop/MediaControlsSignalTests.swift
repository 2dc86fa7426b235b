import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Signals of the desktop's media controls (MPRIS): each cause of each property's change sends the new value once.
@Suite(.serialized, .needs(program: "dbus-daemon"), .needs(program: "gdbus")) struct MediaControlsSignalTests {
    private static let limit = Duration.seconds(20)
    private static let name = "org.mpris.MediaPlayer2.oriel"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let root = "org.mpris.MediaPlayer2"

    /// A player on a bus, and the signals that it has sent.
    private final class Desk {
        let fake: FakeCompositor
        let bus: MessageBus
        let player: ChildProcess
        let monitor: ChildProcess
        /// Values as a desktop knows them: those at its start, and the signals since.
        private var first: [String: String] = [:]

        init(_ arguments: [String]) throws {
            bus = try MessageBus()
            fake = try FakeCompositor(FakeOffer { $0.hasSubcompositor = true })
            player = try fake.launch(
                Executable.built("oriel"), ["play", "--id", "a"] + arguments,
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            monitor = try ChildProcess(
                "gdbus", ["monitor", "--address", bus.address, "--dest", MediaControlsSignalTests.name])
            #expect(monitor.waitForOutput(.seconds(20)) { $0.contains("is owned by") })
            let isThere = try wait(MediaControlsSignalTests.limit) {
                guard let all = try all(), all["PlaybackStatus"] == "'Paused'", all["Metadata"]?.contains("art") == true
                else { return false }
                first = all
                return true
            }
            try #require(isThere, "\(player.standardError)")
        }

        deinit {
            monitor.stop(grace: .zero)
            player.stop(grace: .zero)
            bus.stop()
            fake.stop()
        }

        func call(_ method: String, _ arguments: String...) throws -> String? {
            let child = try gdbus(
                call: method, arguments, of: MediaControlsSignalTests.name, at: "/org/mpris/MediaPlayer2",
                on: bus.address)
            defer { child.stop() }
            return child.wait(MediaControlsSignalTests.limit) == .code(0) ? child.standardOutput : nil
        }

        func set(_ property: String, _ value: String, of interface: String = MediaControlsSignalTests.player) throws {
            #expect(try call("org.freedesktop.DBus.Properties.Set", interface, property, "<\(value)>") != nil)
        }

        /// All properties but the position; nil if the player doesn't answer.
        func all() throws -> [String: String]? {
            var all: [String: String] = [:]
            for interface in [MediaControlsSignalTests.player, MediaControlsSignalTests.root] {
                guard let text = try call("org.freedesktop.DBus.Properties.GetAll", interface) else { return nil }
                for (name, value) in Desk.values(in: text) where name != "Position" { all[name] = value }
            }
            return all
        }

        /// Changes in the order of their signals.
        var changes: [(name: String, value: String)] {
            monitor.standardOutput.split(separator: "\n").filter { $0.contains("PropertiesChanged") }
                .flatMap { Desk.values(in: String($0)) }
        }

        var known: [String: String] { changes.reduce(into: first) { $0[$1.name] = $1.value } }

        /// Reads the entries of a dictionary, `'NAME': <VALUE>`, as GVariant's text has them.
        private static func values(in text: String) -> [(name: String, value: String)] {
            var found: [(String, String)] = []
            var rest = text[...]
            while let colon = rest.firstRange(of: "': <") {
                let name = rest[..<colon.lowerBound].split(separator: "'").last.map { String($0) } ?? ""
                var (depth, isQuoted, end) = (1, false, colon.upperBound)
                while end < rest.endIndex, depth > 0 {
                    switch rest[end] {
                    case "'": isQuoted.toggle()
                    case "<" where !isQuoted: depth += 1
                    case ">" where !isQuoted: depth -= 1
                    default: break
                    }
                    end = rest.index(after: end)
                }
                found.append((name, String(rest[colon.upperBound..<end].dropLast())))
                rest = rest[end...]
            }
            return found
        }

        func press(_ key: String, _ modifiers: [String] = []) throws {
            let window = try #require(fake.surfaces.first { $0.isMapped && [.toplevel, .layer].contains($0.role) })
            fake.focusKeyboard(on: window.number)
            fake.press(key, modifiers: modifiers)
        }
    }

    private func clip(_ stream: StampColor, frames: Int = 1800) throws -> String {
        try StampedClip(stream: stream, size: Size(width: 320, height: 180), frames: frames, sound: ClipSound()).file()
    }

    /// An action, and the property values that are signalled for it.
    private struct Step {
        let what: String
        let values: [String: String]
        let act: (Desk) throws -> Void
    }

    private func steps(adding third: String) -> [Step] {
        let player = Self.player
        return [
            Step(what: "bus LoopStatus Track", values: ["LoopStatus": "'Track'"]) {
                try $0.set("LoopStatus", "'Track'")
            },
            Step(what: "bus LoopStatus Playlist", values: ["LoopStatus": "'Playlist'", "CanGoPrevious": "true"]) {
                try $0.set("LoopStatus", "'Playlist'")
            },
            Step(what: "bus LoopStatus None", values: ["LoopStatus": "'None'", "CanGoPrevious": "false"]) {
                try $0.set("LoopStatus", "'None'")
            },
            Step(what: "bus Shuffle", values: ["Shuffle": "true"]) { try $0.set("Shuffle", "true") },
            Step(what: "bus no Shuffle", values: ["Shuffle": "false"]) { try $0.set("Shuffle", "false") },
            Step(what: "bus Volume", values: ["Volume": "0.5"]) { try $0.set("Volume", "0.5") },
            Step(what: "key Volume", values: ["Volume": "0.55000000000000004"]) { try $0.press("0") },
            Step(what: "key mute", values: ["Volume": "0.0"]) { try $0.press("m") },
            Step(what: "command mute", values: ["Volume": "0.55000000000000004"]) { try $0.fake.oriel("mute") },
            Step(what: "command volume", values: ["Volume": "0.25"]) { try $0.fake.oriel("volume", "25") },
            Step(what: "bus Rate", values: ["Rate": "2.0"]) { try $0.set("Rate", "2.0") },
            Step(what: "key speed", values: ["Rate": "1.0"]) { try $0.press("BackSpace") },
            Step(what: "bus Play", values: ["PlaybackStatus": "'Playing'"]) { _ = try $0.call("\(player).Play") },
            Step(what: "key pause", values: ["PlaybackStatus": "'Paused'"]) { try $0.press("space") },
            Step(what: "bus Next", values: ["CanGoNext": "false", "CanGoPrevious": "true"]) {
                _ = try $0.call("\(player).Next")
            },
            Step(what: "command add", values: ["CanGoNext": "true"]) { try $0.fake.oriel("add", third) },
            Step(what: "key next", values: ["CanGoNext": "false"]) { try $0.press("period", ["Shift"]) },
            Step(what: "command previous", values: ["CanGoNext": "true"]) { try $0.fake.oriel("previous") },
            Step(what: "key full screen", values: ["Fullscreen": "true"]) { try $0.press("f") },
            Step(what: "bus full screen", values: ["Fullscreen": "false"]) {
                try $0.set("Fullscreen", "false", of: Self.root)
            },
            Step(what: "key Picture in Picture", values: ["CanSetFullscreen": "false"]) { try $0.press("i") },
            Step(what: "command restore", values: ["CanSetFullscreen": "true"]) { try $0.fake.oriel("toggle") },
            Step(what: "an item's end", values: ["CanGoNext": "false", "PlaybackStatus": "'Playing'"]) {
                try $0.fake.oriel("seek", "59")
                try $0.fake.oriel("resume")
            },
            Step(what: "the list's end", values: ["PlaybackStatus": "'Stopped'"]) { try $0.fake.oriel("seek", "59") },
        ]
    }

    @Test func everyCauseSignalsItsPropertyOnce() throws {
        let desk = try Desk(
            ["--audio", "null", "--paused", "--keep-open", "--list", try clip(.green), try clip(.red)])
        for step in steps(adding: try clip(.blue)) {
            let before = desk.changes.count
            let differs = step.values.filter { desk.known[$0.key] != $0.value }
            #expect(!differs.isEmpty, "\(step.what) would change nothing: \(desk.known)")
            try step.act(desk)
            let isTold = wait(Self.limit) { step.values.allSatisfy { desk.known[$0.key] == $0.value } }
            #expect(isTold, "\(step.what): \(desk.changes.dropFirst(before)) \(desk.player.standardError)")
            for name in differs.keys {
                let count = desk.changes.dropFirst(before).count { $0.name == name }
                #expect(count == 1 || step.what.contains("end"), "\(step.what): \(name) was signalled \(count) times")
            }
            #expect(try wait(Self.limit) { try desk.all() == desk.known }, "\(step.what)")
        }
    }

    @Test func theDesktopLearnsWhatCanBeOpenedAndOfARandomOrder() throws {
        let desk = try Desk(["--audio", "none", "--paused", "--shuffle", try clip(.green), try clip(.red)])
        #expect(desk.known["Shuffle"] == "true")
        let types = desk.known["SupportedMimeTypes"] ?? ""
        #expect(types.contains("'video/mp4'") && types.contains("'audio/flac'"), "\(types)")
        #expect(desk.known["SupportedUriSchemes"] == "['file', 'http', 'https']")
    }
}
