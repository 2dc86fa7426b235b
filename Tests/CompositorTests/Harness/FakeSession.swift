import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A film of 640×360.
/// - Parameter frames: number of frames, 30 a second.
func smallClip(_ stream: StampColor = .green, frames: Int = 900) throws -> String {
    try StampedClip(stream: stream, size: Size(width: 640, height: 360), frames: frames).file()
}

/// A player on a fake compositor of its own.
final class FakeSession {
    static let limit = Duration.seconds(20)
    let fake: FakeCompositor
    let player: ChildProcess

    /// Starts `oriel play` without sound, named `a`.
    /// - Parameter media: files and addresses to play; nil for a stamped film of 30 seconds.
    convenience init(
        _ options: [String] = [], media: [String]? = nil, offer: FakeOffer = FakeOffer(),
        rules: FakeRules = FakeRules(), environment: [String: String] = [:]
    ) throws {
        let fake = try FakeCompositor(offer, rules: rules)
        let words = try ["play", "--audio", "none", "--id", "a"] + options + (media ?? [smallClip()])
        self.init(fake, try fake.launch(Executable.built("oriel"), words, environment: environment))
    }

    init(_ fake: FakeCompositor, _ player: ChildProcess) { (self.fake, self.player) = (fake, player) }

    /// Ends the player, then the compositor.
    func stop() {
        player.stop(grace: .zero)
        fake.stop()
    }

    /// Waits for a mapped surface of a role, beyond a number, with some commits. A paused picture is drawn once.
    func shown(_ role: FakeSurface.Role, after number: Int = 0, commits: Int = 3) throws -> FakeSurface {
        var found: FakeSurface?
        let isShown = fake.wait(Self.limit) { surfaces, _ in
            found = surfaces.first { $0.role == role && $0.number > number && $0.isMapped && $0.commits >= commits }
            return found != nil
        }
        #expect(isShown, "\(fake.surfaces); \(player.standardError)")
        return try #require(found)
    }

    /// Runs a command of `oriel`, which must succeed.
    @discardableResult
    func run(_ arguments: String...) throws -> String { try fake.oriel(arguments).standardOutput }

    /// The player's status.
    func status() throws -> PlayerStatus { try #require(try fake.players().first) }

    /// Waits for a surface to be of a size.
    func isOfSize(_ width: Int, _ height: Int, _ number: Int) -> Bool {
        fake.shows { $0.number == number && $0.size == Size(width: width, height: height) }
    }
}

extension FakeCompositor {
    /// Waits until a surface satisfies a condition; false if `limit` passes before.
    func shows(within limit: Duration = FakeSession.limit, _ isSo: (FakeSurface) -> Bool) -> Bool {
        wait(limit) { surfaces, _ in surfaces.contains(where: isSo) }
    }

    /// Runs a command of `oriel` to its end, and expects its exit code.
    @discardableResult
    func oriel(
        _ words: String..., code: CInt = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ChildProcess {
        try oriel(words, code: code, sourceLocation: sourceLocation)
    }

    @discardableResult
    func oriel(
        _ words: [String], code: CInt = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ChildProcess {
        let command = try launch(Executable.built("oriel"), words)
        #expect(
            command.wait(FakeSession.limit) == .code(code), "\(words): \(command.standardError)",
            sourceLocation: sourceLocation)
        return command
    }
}
