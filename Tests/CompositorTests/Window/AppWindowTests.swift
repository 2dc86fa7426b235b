import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Apps whose window is their own, another client of the compositor, and whose picture floats by Oriel (`oriel-lab
/// guest`).
@Suite(.serialized) struct AppWindowTests {
    /// A guest with its window and its player.
    private func start(
        _ id: String, stamps: StampColor, _ clip: String, in session: OrielSession, _ options: String...
    ) throws -> ChildProcess {
        let guest = try session.lab(["guest", "--id", id, "--stamps", stamps.name] + options + [clip])
        try session.wait(for: id) { $0.pip.possible }
        return guest
    }

    /// Each composition has one picture: in the app's window, or floating.
    private func expectOneOf(_ streams: [StampColor], in compositions: [Composition]) {
        let lost = compositions.filter { composition in streams.allSatisfy { composition.index(of: $0) == nil } }
        #expect(lost.map(\.number) == [], "neither of \(streams) was there")
        #expect(!compositions.isEmpty)
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func itChangesPlacesWithOrielPlay(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_GUEST_SWAPS", default: 4)
        let (a, b) = (try OrielProgram.clip(.green, frames: 1800), try OrielProgram.clip(.red, frames: 1800))
        try await withSession(kind) { session, compositor in
            let guest = try start("a", stamps: .blue, a, in: session, "--fullscreen")
            defer { guest.stop(grace: .zero) }
            try session.play(["--pip", "--loop", "--id", "b", b], expecting: ["b": .pip])
            let proven = try await ProvenCapture(of: compositor) { capture in
                for _ in 0..<count / 2 {
                    try session.run("swap", "--player", "a")
                    #expect(try session.player("a").mode == .pip)
                    #expect(try session.player("b").mode == .fullscreen)
                    try capture.pass(9)
                    try session.run("swap", "--player", "b")
                    #expect(try session.player("a").mode == .fullscreen)
                    #expect(try session.player("b").mode == .pip)
                    try capture.pass(13)
                }
            }
            expectOneOf([.blue, .green], in: proven.compositions)
            expectSteady(.red, in: proven.compositions)
            let round = [
                "willStart", "hide", "didStart", "restore", "willStop", "show(takes focus, no token)",
                "didStop(restoreRequested)",
            ]
            let lines = guest.standardOutput.split(separator: "\n").map(String.init)
            #expect(Array(lines.prefix(7)) == round, "\(lines)")
            #expect(lines.count % 7 == 0)
        }
    }

    @Test(.needs(.phoc)) func twoOfThemChangePlaces() async throws {
        let count = Counts.of("ORIEL_GUEST_SWAPS", default: 4)
        let (a, b) = (try OrielProgram.clip(.green, frames: 1800), try OrielProgram.clip(.red, frames: 1800))
        try await withSession(.phoc) { session, compositor in
            let first = try start("a", stamps: .blue, a, in: session, "--fullscreen")
            defer { first.stop(grace: .zero) }
            try session.run("toggle", "--player", "a")
            let second = try start("b", stamps: .magenta, b, in: session, "--fullscreen")
            defer { second.stop(grace: .zero) }
            let proven = try await ProvenCapture(of: compositor) { capture in
                for _ in 0..<count / 2 {
                    try session.run("swap", "--player", "b")
                    #expect(try session.player("a").mode == .fullscreen && session.player("b").mode == .pip)
                    try capture.pass(9)
                    try session.run("swap", "--player", "a")
                    #expect(try session.player("b").mode == .fullscreen && session.player("a").mode == .pip)
                    try capture.pass(13)
                }
            }
            // The window behind stays seen until the other one is in front of it.
            expectOneOf([.blue, .green], in: proven.compositions)
            expectOneOf([.magenta, .red], in: proven.compositions)
            print("\(count) swaps of two apps with windows of their own in \(proven.compositions.count) compositions")
        }
    }

    /// An app that lies about its window costs others time alone.
    @Test(.needs(.phoc), arguments: ["--says=0", "--says=3", "--forgets"])
    func whatTheAppDoesWithItsWindowIsItsOwnAffair(option: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withSession(.phoc) { session, _ in
            let guest = try start("a", stamps: .blue, clip, in: session, option)
            defer { guest.stop(grace: .zero) }
            for _ in 0..<2 {
                try session.run("toggle")
                #expect(try session.player("a").mode == .pip)
                try session.run("toggle")
                #expect(try session.player("a").pip.state == .idle)
            }
            try session.run("quit")
            #expect(guest.wait(.seconds(10)) == .code(0), "\(guest.standardError)")
            let lines = guest.standardOutput.split(separator: "\n").map(String.init)
            let both = ["didStart", "didStop(programmatic)"]
            #expect(lines.filter { $0.hasPrefix("did") } == both + both)
        }
    }
}
