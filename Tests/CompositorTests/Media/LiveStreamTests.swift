import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Synchronization
import Testing

/// A live stream (HLS without an end) in the program: what it says while nothing comes, and how it comes back to where
/// the stream is.
@Suite struct LiveStreamTests {
    private static let limit = Duration.seconds(20)

    @Test func aLiveStreamBuffersAndIsTakenUpAnew() throws {
        let clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 1800, keyInterval: 30
        ).file()
        let folder = try TemporaryFolder()
        try ffmpeg([
            "-i", clip, "-c", "copy", "-f", "segment", "-segment_time", "1", "-segment_format", "mpegts",
            "\(folder.path)/%d.ts",
        ])
        let edge = SharedNumber(6)
        let path = folder.path
        let server = try RangeServer { name in
            let present = max(0, edge.value - 4)...edge.value
            guard name == "/live.m3u8" else {
                guard let number = Int(name.dropFirst().prefix { $0.isNumber }), present.contains(number) else {
                    return nil
                }
                return (try? Data(contentsOf: URL(filePath: "\(path)/\(number).ts"))).map { [UInt8]($0) }
            }
            let list = present.map { "#EXTINF:1.0,\n\($0).ts\n" }.joined()
            let head = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:"
            return Array("\(head)\(present.lowerBound)\n\(list)".utf8)
        }
        defer { server.end() }
        let session = try FakeSession(
            media: ["http://127.0.0.1:\(server.port)/live.m3u8"], offer: FakeOffer { $0.hasSubcompositor = true })
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        func oriel(_ arguments: String...) throws -> ChildProcess {
            let command = try fake.launch(Executable.built("oriel"), arguments)
            _ = command.wait(Self.limit)
            return command
        }
        func shows(atLeast index: Int) -> Bool { fake.shows { $0.isMapped && ($0.index ?? 0) >= index } }
        #expect(shows(atLeast: 150), "\(player.standardError)")
        // Nothing more comes: it is said, in words and to those who ask.
        #expect(wait(Self.limit) { fake.player()?.buffering == true }, "\(player.standardError)")
        let waiting = try #require(fake.player())
        #expect(waiting.live == true && !waiting.paused && waiting.problem == nil)
        #expect(fake.shows { $0.role == .subsurface && $0.isMapped && $0.bufferSize.height > 1 })
        let stalled = fake.surfaces.compactMap(\.index).max() ?? 0
        #expect(stalled >= 200 && stalled < 210)
        edge.value = 9
        #expect(shows(atLeast: stalled + 5))
        #expect(wait(Self.limit) { fake.player()?.buffering == false })
        #expect(
            fake.wait(Self.limit) { surfaces, _ in
                !surfaces.contains { $0.role == .subsurface && $0.isMapped && $0.bufferSize.height > 1 }
            })
        edge.value = 30
        let live = try oriel("seek", "live")
        #expect(live.wait(Self.limit) == .code(0), "\(live.standardError)")
        #expect(shows(atLeast: 28 * 30))
        let there = fake.surfaces.compactMap(\.index).max() ?? 0
        #expect(there >= 28 * 30 && there < 31 * 30, "\(there)")
        let window = try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped })
        fake.focusKeyboard(on: window.number)
        edge.value = 40
        fake.press("End")
        #expect(shows(atLeast: 38 * 30))
        let before = try #require(fake.player()?.position)
        let back = try oriel("seek", "-2")
        #expect(back.wait(Self.limit) == .code(0), "\(back.standardError)")
        let after = try #require(fake.player()?.position)
        #expect(after < before && after > 36 - 2 - 0.1, "\(before) \(after)")
    }

    @Test func whatIsNotLiveHasNoEdge() throws {
        let session = try FakeSession()
        defer { session.stop() }
        let fake = session.fake
        #expect(fake.shows { $0.isMapped && ($0.index ?? 0) >= 5 })
        let refused = try fake.oriel("seek", "live", code: 1)
        #expect(refused.standardError.contains("a has no live edge"), "\(refused.standardError)")
    }

    private final class SharedNumber: Sendable {
        private let number: Mutex<Int>
        init(_ value: Int) { number = Mutex(value) }
        var value: Int {
            get { number.withLock { $0 } }
            set { number.withLock { $0 = newValue } }
        }
    }
}
