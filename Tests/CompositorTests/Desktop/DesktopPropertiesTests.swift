import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Properties with which an app keeps its video from the desktop's attention, changed while it plays.
@Suite struct DesktopPropertiesTests {
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 1800)

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func launch(in fake: FakeCompositor, _ environment: [String: String] = [:]) throws -> FaceApp {
        let path = try FaceApp.pipe(in: folder)
        let app = try fake.launch(
            Executable.built("oriel-lab"), ["face", "--lines", path, clip.file()], environment: environment)
        return FaceApp(app: app, pipe: try #require(FileHandle(forUpdatingAtPath: path)))
    }

    /// `Player.preventsDisplaySleepDuringVideoPlayback`.
    @Test func theScreenStaysOnForAFilmThatPreventsItsSleep() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let face = try launch(in: fake)
        defer { face.app.stop(grace: .zero) }
        func isKept(_ made: Int, _ ended: Int) -> Bool {
            fake.wait(.seconds(20)) { _, events in
                events.count { $0.kind == .asked("create_inhibitor") } == made
                    && events.count { $0.kind == .asked("destroy_inhibitor") } == ended
            }
        }
        #expect(isKept(1, 0), "\(face.app.standardError)")
        try face.perform("sleeps")
        #expect(isKept(1, 1))
        try face.perform("wakes")
        #expect(isKept(2, 1))
    }

    /// `PlayerView.updatesNowPlayingInfoCenter`.
    @Test(.needs(program: "dbus-daemon"), .needs(program: "playerctl"))
    func theDesktopControlsAViewThatUpdatesIt() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let face = try launch(in: fake, ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        defer { face.app.stop(grace: .zero) }
        func becomes(_ status: String) throws -> Bool {
            try wait(.seconds(20), every: .milliseconds(50)) { try bus.playerctl("status") == status }
        }
        try face.perform("controlled")
        #expect(try becomes("Playing"), "\(face.app.standardError)")
        try face.perform("unlisted")
        #expect(try becomes("Stopped"))
        #expect(try bus.playerctl("metadata", "xesam:url") ?? "" == "")
        // A media key is not the view's either: it plays on.
        _ = try bus.playerctl("pause")
        try face.perform("listed")
        #expect(try becomes("Playing"))
        #expect(try bus.playerctl("metadata", "xesam:url") == URL(filePath: clip.file()).absoluteString)
        #expect(try bus.playerctl("pause") != nil)
        #expect(try becomes("Paused"))
    }
}
