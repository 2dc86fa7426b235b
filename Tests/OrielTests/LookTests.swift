import Foundation
import Oriel
import OrielGeometry
import OrielLibav
import OrielPlatform
import OrielStamps
import OrielTestSupport
import Testing

/// Media that are looked at before they play, with real decoders.
@MainActor @Suite struct LookTests {
    private let size = Size(width: 280, height: 160)

    private func clip(_ frames: Int = 300) -> StampedClip { StampedClip(size: size, frames: frames) }

    /// Index of the clip's frame in an image.
    private func index(in image: FrameImage) -> Int? {
        StampReader.locate(in: RGBPicture(size: image.size, pixels: image.pixels)).first?.index
    }

    @Test func aMediumTellsWhatItIsBeforeItPlays() async throws {
        let folder = try TemporaryFolder()
        let path = try ClipOfTwoLanguages.write(in: folder, size: size)
        let info = try await MediaInfo(of: PlayerItem(path))
        #expect(info.videoTracks.count == 1 && info.audioTracks.count == 2 && info.subtitleTracks.count == 1)
        #expect(info.tracks.count == 4 && info.presentationSize == size)
        #expect(info.duration.map { $0 > .milliseconds(900) && $0 < .seconds(2) } == true)
        #expect(info.tags.title == "A film" && info.audioTracks.map(\.language) == ["eng", "ger"])
        #expect(info.chapters.map(\.title) == ["Beginning", "End"])
        #expect(try await MediaInfo(url: URL(filePath: path)) == info)
    }

    @Test func aMediumThatCannotBePlayedThrowsAsInAPlayer() async throws {
        await #expect(throws: MediaError(.noSuchFile, .path("/nowhere/a.mkv"))) {
            try await MediaInfo(of: PlayerItem("/nowhere/a.mkv"))
        }
        let folder = try TemporaryFolder()
        try Data("This is a text.\n".utf8).write(to: URL(filePath: folder.path + "/a.mkv"))
        let error = await #expect(throws: MediaError.self) {
            try await MediaInfo(of: PlayerItem(folder.path + "/a.mkv"))
        }
        #expect(error?.kind == .notMedia)
        // The process's input stays for a player.
        await #expect(throws: MediaError.self) { try await MediaInfo(of: PlayerItem("-")) }
        // A playlist on the disk may not name the network by itself.
        let list = folder.path + "/a.m3u8"
        try Data("#EXTM3U\n#EXTINF:5,\nhttp://127.0.0.1:1/a.ts\n#EXT-X-ENDLIST\n".utf8).write(to: URL(filePath: list))
        await #expect(throws: MediaError.self) { try await MediaInfo(of: PlayerItem(list)) }
    }

    @Test func aHundredMediaAreLookedAtByFewThreads() async throws {
        let item = PlayerItem(try clip(30).file())
        var most = 0
        var infos: [MediaInfo] = []
        let looks = (0..<100).map { _ in Task { try await MediaInfo(of: item) } }
        for look in looks {
            infos.append(try await look.value)
            most = max(most, OwnProcess.threads { $0.hasPrefix("oriel-") })
        }
        #expect(infos.count == 100 && Set(infos).count == 1)
        // Four looks, each with a pipeline's two threads; those of closed pipelines may still be ending.
        #expect(most <= 24, "\(most)")
    }

    @Test func imagesAreOfTheExactFrameOrOfTheKeyframeBeforeIt() async throws {
        let clip = clip()
        let generator = AssetImageGenerator(asset: PlayerItem(try clip.file()))
        let keyframe = try await generator.image(at: .milliseconds(3100))
        #expect(keyframe.actualTime <= .milliseconds(3100) && keyframe.image.size == size)
        generator.requestedTimeToleranceBefore = .zero
        var times: [Duration] = []
        let wanted: [Duration] = [.milliseconds(3110), .seconds(-5), .seconds(Int64.max), .milliseconds(20)]
        for await image in generator.images(for: wanted) {
            let made = try image.result.get()
            times.append(made.actualTime)
            #expect(made.image.size == size && made.image.pixels.allSatisfy { $0 >> 24 == 255 })
            #expect(index(in: made.image) == Int((made.actualTime.seconds * 30).rounded()))
        }
        #expect(times.map { Int(($0.seconds * 30).rounded()) } == [93, 0, 299, 0])
        // A keyframe that is too far away doesn't do.
        generator.requestedTimeToleranceBefore = .milliseconds(40)
        let near = try await generator.image(at: .milliseconds(3110))
        #expect(near.actualTime >= .milliseconds(3070) && near.actualTime <= .milliseconds(3110))
        generator.maximumSize = Size(width: 28, height: 32)
        #expect(try await generator.image(at: .zero).image.size == Size(width: 28, height: 16))
    }

    @Test func imagesComeFromTheNetworkToo() async throws {
        let clip = clip()
        let server = try RangeServer([UInt8](Data(contentsOf: URL(filePath: try clip.file()))))
        defer { server.end() }
        let generator = AssetImageGenerator(asset: PlayerItem(server.url))
        generator.requestedTimeToleranceBefore = .zero
        let image = try await generator.image(at: .seconds(6))
        #expect(index(in: image.image) == 180)
    }

    @Test func anImageThatCannotBeMadeSaysWhyAndTheOthersCome() async throws {
        let missing = AssetImageGenerator(asset: PlayerItem("/nowhere/a.mkv"))
        await #expect(throws: MediaError(.noSuchFile, .path("/nowhere/a.mkv"))) { try await missing.image(at: .zero) }
        var count = 0
        for await image in missing.images(for: [.zero, .seconds(1)]) {
            #expect(throws: MediaError.self) { try image.result.get() }
            count += 1
        }
        #expect(count == 2)
    }

    @Test func aCancelledLookEndsAtOnceAlsoBeforeItsTurn() async throws {
        // A server that never answers.
        let server = try LoopbackListener("test-silent")
        defer { server.end() }
        let item = PlayerItem("http://127.0.0.1:\(server.port)/a.mkv")
        let looks = (0..<12).map { _ in Task { try await MediaInfo(of: item) } }
        try await Task.sleep(for: .milliseconds(200))
        let begin = ContinuousClock.now
        for look in looks { look.cancel() }
        for look in looks { await #expect(throws: CancellationError.self) { try await look.value } }
        #expect(ContinuousClock.now - begin < .seconds(5))
        // The threads are free again.
        let file = PlayerItem(try clip(30).file())
        #expect(try await MediaInfo(of: file).videoTracks.count == 1)
        #expect(ContinuousClock.now - begin < .seconds(15))
        let task = Task { try await MediaInfo(of: file) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aScreenshotIsTheShownFrame() async throws {
        let loop = try EventLoop()
        let clip = clip()
        let player = try Player(try clip.file())
        try player.attach(to: MainLoop(loop))
        defer { player.close() }
        await #expect(throws: MediaError.self) { try await player.screenshot() }
        try loop.turn { player.currentFrame != nil }
        player.seek(to: .seconds(2)) { _ in }
        try loop.turn { !player.isSeeking }
        let image = try await player.screenshot()
        #expect(image.size == size)
        #expect(index(in: image) == 60)
        #expect(throws: MediaError.self) { try image.writePNG(to: "/nowhere/a.png") }
        let folder = try TemporaryFolder()
        try image.writePNG(to: folder.path + "/a.png")
        #expect(try OverlayImage(contentsOfFile: folder.path + "/a.png") == OverlayImage(image))
    }
}
