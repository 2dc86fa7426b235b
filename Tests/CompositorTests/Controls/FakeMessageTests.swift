import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Messages on the picture of a fake compositor.
@Suite(.serialized) struct FakeMessageTests {
    /// How a player begins: silent by the user's word now or earlier, or silent without a reason to say so.
    enum Beginning: CaseIterable { case muted, mutedBefore, volumeZero, loud, withoutSound, withoutDevice }

    @Test(arguments: Beginning.allCases) func aSilentBeginningIsSaidOnThePicture(of beginning: Beginning) throws {
        let clip = StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 300,
            sound: beginning == .withoutSound ? nil : ClipSound())
        let state = try TemporaryFolder()
        if beginning == .mutedBefore {
            let folder = try state.subfolder("oriel")
            try Data(#"{"volume":100,"muted":true}"#.utf8).write(to: URL(filePath: folder + "/sound.json"))
        }
        let options: [String] =
            switch beginning {
            case .muted, .withoutSound, .withoutDevice: ["--mute"]
            case .volumeZero: ["--volume", "0"]
            case .mutedBefore, .loud: []
            }
        let fake = try FakeCompositor(FakeOffer { $0.hasSubcompositor = true })
        defer { fake.stop() }
        let player = try fake.launch(
            Executable.built("oriel"),
            ["play", "--audio", beginning == .withoutDevice ? "none" : "null", clip.file()] + options,
            environment: ["XDG_STATE_HOME": state.path])
        defer { player.stop() }
        func isSaid(_ surfaces: [FakeSurface]) -> Bool {
            surfaces.contains { $0.isMapped && $0.parent != nil && $0.bufferSize.width > 1 }
        }
        let isWanted = [.muted, .mutedBefore, .volumeZero].contains(beginning)
        if isWanted { #expect(fake.wait(.seconds(20)) { surfaces, _ in isSaid(surfaces) }) }
        // It goes, or doesn't come, while the film plays.
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in
                if !isWanted, isSaid(surfaces) { Issue.record("a message") }
                return !isSaid(surfaces) && surfaces.contains { ($0.index ?? 0) >= 60 }
            })
    }

    /// Without surfaces over others there is no message, and nothing else is missing.
    @Test func aCompositorWithoutSubsurfacesShowsThePictureAlone() throws {
        let session = try FakeSession(["--loop"], media: [smallClip(frames: 300)])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        #expect(fake.shows { $0.isMapped })
        try fake.oriel("seek", "+1")
        #expect(fake.shows { $0.isMapped && ($0.index ?? 0) >= 60 })
        #expect(fake.surfaces.filter(\.isMapped).count == 1)
        #expect(player.standardError == "")
    }
}
