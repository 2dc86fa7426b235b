import Glibc
import OrielDemux
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Media over a network that stalls, breaks and refuses.
@Suite struct NetworkTests {
    func clip() throws -> [UInt8] {
        try IndexClip.bytes(try IndexClip.make("noisy.mkv", frames: 90, DamageTests.clips[1].output))
    }

    @Test func aServerWithRangesCanBeSought() throws {
        let server = try RangeServer(try clip())
        defer { server.end() }
        let viewer = try Viewer(MediaLocation(server.url))
        #expect(try viewer.opened()?.isSeekable == true)
        #expect(try viewer.opened()?.isLive == false)
        expectComplete(try viewer.rest(), 90)
        #expect(try viewer.seek(.seconds(2)).flatMap(IndexClip.index) == 60)
        #expect(try viewer.seek(.seconds(1)).flatMap(IndexClip.index) == 30)
        expectComplete(try viewer.rest(), 59, from: 31)
    }

    @Test func aServerWithoutRangesIsPlayedThrough() throws {
        let server = try RangeServer(try clip(), .withoutRanges)
        defer { server.end() }
        let viewer = try Viewer(MediaLocation(server.url))
        #expect(try viewer.opened()?.isSeekable == false)
        #expect(viewer.pipeline.seek(to: .seconds(1)) == nil)
        expectComplete(try viewer.rest(), 90)
    }

    @Test(arguments: [0, 40, 3000, 200_000])
    func aStalledServerDoesNotHoldUpClosing(_ bytes: Int) throws {
        let server = try RangeServer(try clip(), .stallingAfter(bytes))
        defer { server.end() }
        let viewer = try Viewer(MediaLocation(server.url))
        // The larger files are open by then and stall in the middle; the others stall in the answer or a header.
        if bytes > 100_000 { try viewer.wait { viewer.pipeline.statistics.queuedFrames == Viewer.full ? true : nil } }
        try viewer.wait(.milliseconds(1)) { server.requests > 0 ? true : nil }
        let before = MonotonicClock.now
        viewer.pipeline.close()
        let taken = MonotonicClock.now - before
        #expect(taken < .seconds(2))
        print("closed with a server that stalls after \(bytes) bytes: \(taken.nanoseconds / 1000) µs")
    }

    @Test func aSeekLeavesAStalledReadBehind() throws {
        let bytes = try clip()
        let server = try RangeServer(bytes, .stallingAfter(bytes.count / 2))
        defer { server.end() }
        let viewer = try Viewer(MediaLocation(server.url))
        var taken = 0
        // Frames are taken until the pipeline waits for data that doesn't come.
        try viewer.wait {
            while viewer.pipeline.takeFrame() != nil { taken += 1 }
            return taken > 25 ? true : nil
        }
        server.become(.whole)
        #expect(try viewer.seek(.seconds(2)).flatMap(IndexClip.index) == 60)
        expectComplete(try viewer.rest(), 29, from: 61)
    }

    @Test func aBrokenConnectionIsSaid() throws {
        let bytes = try clip()
        // Further requests get no data.
        let server = try RangeServer(bytes, .endingAt(bytes.count / 2))
        defer { server.end() }
        let viewer = try Viewer(MediaLocation(server.url))
        let frames = try viewer.rest()
        // The last frame may be incomplete.
        expectComplete(Array(frames.dropLast(2)), frames.count - 2)
        #expect(frames.count > 20 && frames.count < 90)
        #expect(viewer.pipeline.snapshot.phase.failure?.description.contains("can't be reached") == true)
    }

    /// Each answer breaks off, and the next request is for the rest.
    @Test func aLostConnectionIsTakenUpAgain() throws {
        let bytes = try clip()
        let server = try RangeServer(bytes, .breakingAfter(bytes.count / 3 + 1))
        defer { server.end() }
        var options = MediaPipeline.Options()
        options.http.longestReconnectDelay = .seconds(1)
        let viewer = try Viewer(MediaLocation(server.url), options)
        expectComplete(try viewer.rest(), 90)
        #expect(viewer.pipeline.snapshot.phase == .ended)
        #expect(server.requests >= 3)
    }

    /// The pipeline waits between two attempts; closing doesn't wait for that.
    @Test func aServerThatGivesNothingMoreIsLeftAtOnce() throws {
        let bytes = try clip()
        let server = try RangeServer(bytes, .endingAt(bytes.count / 2))
        defer { server.end() }
        var options = MediaPipeline.Options()
        options.http.longestReconnectDelay = .seconds(3600)
        let viewer = try Viewer(MediaLocation(server.url), options)
        try viewer.wait(.milliseconds(1)) {
            while viewer.pipeline.takeFrame() != nil {}
            return server.requests > 3 ? true : nil
        }
        #expect(viewer.pipeline.snapshot.phase == .ready)
        viewer.pipeline.close()
    }

    @Test func requestsSayWhatTheyAreToldTo() throws {
        let server = try RangeServer(try clip())
        defer { server.end() }
        var options = MediaPipeline.Options()
        options.http.userAgent = "Oriel's test"
        options.http.headers = ["Cookie: a=b; c=d", "X-Empty:"].compactMap { .init(parsing: $0) }
        let viewer = try Viewer(MediaLocation(server.url), options)
        try viewer.opened()
        let lines = server.lastRequest.split(separator: "\r\n")
        #expect(lines.contains("user-agent: oriel's test") && lines.contains("cookie: a=b; c=d"), "\(lines)")
    }

    @Test(arguments: ["no colon", ": no name", "two words: x", "a: b\r\nc: d", "a: \u{7F}", "ä: b"])
    func whatNoRequestCanSayIsNoHeader(_ text: String) {
        #expect(HTTPOptions.Header(parsing: text) == nil)
    }

    @Test func whatIsNotThereIsSaid() throws {
        let server = try RangeServer([], .missing)
        defer { server.end() }
        let error = try Viewer(MediaLocation(server.url)).failure()
        #expect(error?.kind == .network("Server returned 404 Not Found"))
    }
}
