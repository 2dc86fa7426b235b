import Foundation
import Glibc
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import Testing

@Suite struct LifecycleTests {
    /// Every state that a pipeline can be closed in.
    enum State: String, CaseIterable, Sendable {
        case justMade, opening, ready, full, partlyTaken, seeking, ended, failed, looping, waitingForData,
            waitingForWriter
    }

    @Test(arguments: State.allCases)
    func closingEndsItInEveryState(_ state: State) throws {
        let clip = try ClipCase.codecs[0].file()
        var pipe: NamedPipe?
        var location = MediaLocation.path(clip)
        switch state {
        case .failed: location = .path(clip + ".missing")
        case .opening:
            // The demuxer has read the first bytes and waits for more.
            pipe = try NamedPipe(IndexClip.path("opening.pipe"))
            let mkv = try IndexClip.bytes(try IndexClip.make("box.mkv", ClipCase.x264))
            try pipe?.write(Array(mkv.prefix(100)), thenHolding: true)
            location = .path(pipe?.path ?? "")
        case .waitingForWriter:
            pipe = try NamedPipe(IndexClip.path("silent.pipe"))
            location = .path(pipe?.path ?? "")
        case .waitingForData:
            pipe = try NamedPipe(IndexClip.path("stalled.pipe"))
            // Enough to open the medium, and then nothing for longer than any test waits.
            let mkv = try IndexClip.bytes(try IndexClip.make("box.mkv", ClipCase.x264))
            try pipe?.write(Array(mkv.prefix(mkv.count * 9 / 10)), thenHolding: true)
            location = .path(pipe?.path ?? "")
        default: break
        }
        let viewer = try Viewer(location, MediaPipeline.Options(loops: state == .looping))
        switch state {
        case .justMade, .waitingForWriter: break
        case .opening: try viewer.wait(.milliseconds(5)) { pipe?.isDrained == true ? true : nil }
        case .ready: try viewer.opened()
        case .waitingForData:
            try viewer.opened()
            try viewer.wait(.milliseconds(5)) { pipe?.isDrained == true ? true : nil }
        case .full: try viewer.wait { viewer.pipeline.statistics.queuedFrames == Viewer.full ? true : nil }
        case .partlyTaken, .looping: for _ in 0..<(state == .looping ? 70 : 7) { _ = try viewer.next() }
        case .seeking: for index in 0..<20 { viewer.pipeline.seek(to: .milliseconds(index * 60)) }
        case .ended, .failed: _ = try viewer.rest()
        }
        // The pipe's writer lives to the end of the test.
        defer { withExtendedLifetime(pipe) {} }
        let before = MonotonicClock.now
        viewer.pipeline.close()
        let taken = MonotonicClock.now - before
        // The limit only distinguishes "ends" from "waits a minute for data that doesn't come".
        #expect(taken < .seconds(30))
        print("closed in state \(state) after \(taken.nanoseconds / 1000) µs")
        viewer.pipeline.close()
        #expect(viewer.pipeline.takeFrame() == nil)
        #expect(viewer.pipeline.seek(to: .zero) == nil)
    }

    @Test func framesOutliveTheirPipeline() throws {
        var frames: [VideoFrame] = []
        do {
            let viewer = try Viewer(try ClipCase.codecs[0].file())
            for _ in 0..<10 { if let frame = try viewer.next() { frames.append(frame) } }
        }
        expectComplete(frames, 10)
    }

    @Test func whileNobodyTakesFramesNobodyIsWoken() throws {
        let viewer = try Viewer(try ClipCase.codecs[0].file())
        try viewer.wait { viewer.pipeline.statistics.queuedFrames == Viewer.full ? true : nil }
        _ = viewer.wakeups(during: .milliseconds(200))
        let decoded = viewer.pipeline.statistics.decoded
        #expect(viewer.wakeups(during: .milliseconds(500)) == 0)
        #expect(viewer.pipeline.statistics.decoded == decoded)
        // Taking a frame from a queue that doesn't run empty causes no wakeups either.
        _ = viewer.pipeline.takeFrame()
        try viewer.wait { viewer.pipeline.statistics.queuedFrames == Viewer.full ? true : nil }
        #expect(viewer.wakeups(during: .milliseconds(200)) == 0)
        expectComplete(try viewer.rest(), 44, from: 1)
    }

    @Test func theQueuesAreBounded() throws {
        // A minute of raw video would be 64 MB; no frame of it is taken.
        let viewer = try Viewer(
            try IndexClip.make("bound.avi", frames: 150, ["-c:v", "rawvideo", "-pix_fmt", "bgr24", "-s", "640x360"]))
        try viewer.wait { viewer.pipeline.statistics.queuedFrames == Viewer.full ? true : nil }
        _ = viewer.wakeups(during: .milliseconds(300))
        let statistics = viewer.pipeline.statistics
        #expect(statistics.queuedFrames == Viewer.full)
        #expect(statistics.queuedBytes < 33 << 20)
        #expect(statistics.queuedPackets < 150)
    }

    @Test func standardInputIsReadLikeAnyPipe() throws {
        let clip = try IndexClip.bytes(try IndexClip.make("box.mkv", ClipCase.x264))
        let pipe = try NamedPipe(IndexClip.path("stdin.pipe"))
        try pipe.write(clip)
        let kept = dup(0)
        let end = open(pipe.path, O_RDONLY | O_CLOEXEC)
        dup2(end, 0)
        let viewer = try Viewer(.standardInput)
        let info = try viewer.opened()
        dup2(kept, 0)
        close(kept)
        close(end)
        #expect(info?.isSeekable == false)
        expectComplete(try viewer.rest(), 45)
    }

    @Test func locationsAreWhatPeopleWrite() {
        #expect(MediaLocation("-") == .standardInput)
        #expect(MediaLocation("clip.mp4") == .path("clip.mp4"))
        #expect(MediaLocation("./-") == .path("./-"))
        #expect(MediaLocation("a: b.mp4") == .path("a: b.mp4"))
        #expect(MediaLocation("12:30.mp4") == .path("12:30.mp4"))
        #expect(MediaLocation("C:clip.mp4") == .path("C:clip.mp4"))
        #expect(MediaLocation("talk:part.mp4") == .path("talk:part.mp4"))
        #expect(MediaLocation("https://example.org/a?b") == .url("https://example.org/a?b"))
        #expect(MediaLocation("rtsp://example.org/a") == .url("rtsp://example.org/a"))
        #expect(MediaLocation("concat:a.ts|b.ts") == .url("concat:a.ts|b.ts"))
        #expect(MediaLocation("file:///home/a%20b%zz.mp4") == .path("/home/a b%zz.mp4"))
        #expect(MediaLocation("file://localhost/a.mp4") == .path("/a.mp4"))
        #expect(MediaLocation("file:/a%20b.mp4") == .path("/a b.mp4"))
        #expect(MediaLocation("FILE:/100%.mp4") == .path("/100%.mp4"))
        #expect(MediaLocation("") == .path(""))
    }

    @Test func aNameHasNoSecretsOfItsAddress() {
        #expect(MediaLocation.fileName(of: "https://a.example/d/film.mp4?token=s3cret/x#y") == "film.mp4")
        #expect(MediaLocation.fileName(of: "https://a.example?token=s3cret") == "a.example")
        #expect(MediaLocation.fileName(of: "/films/who?://x#1.mkv") == "x#1.mkv")
        #expect(MediaLocation.fileName(of: "what?.mkv") == "what?.mkv" && MediaLocation.fileName(of: "/") == "/")
    }

    /// They name no file of this machine, and never one that happens to have that path here.
    @Test(arguments: ["file://other.host/etc/passwd", "file:etc/passwd", "file:", "file://", "file://x", "File:../x"])
    func fileAddressesOfElsewhereAreRefused(address: String) throws {
        #expect(MediaLocation(address) == .url(address))
        let failure = try Viewer(MediaLocation(address)).failure()
        #expect(failure?.description == "\(address): can't be played: the address of a file has the form file:///path")
    }
}
