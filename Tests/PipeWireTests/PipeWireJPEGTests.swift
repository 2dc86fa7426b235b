import OrielMedia
import OrielPipeWire
import OrielPlatform
import OrielPlayer
import OrielTestSupport
import Synchronization
import Testing

/// A camera in a private PipeWire that sends compressed pictures.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("pipewire"), "pipewire is not installed"),
    .enabled(if: Executable.isExpected("wireplumber"), "wireplumber is not installed"))
struct PipeWireJPEGTests {
    private final class Heard: Sendable {
        struct State {
            var formats: Set<SampleBuffer.Format> = []
            var frames = 0
            var kept: [SampleBuffer] = []
            var keeps = false
            var ends: [PipeWireEnd] = []
        }
        let state = Mutex(State())

        var frames: Int { state.withLock { $0.frames } }
        var ends: [PipeWireEnd] { state.withLock { $0.ends } }
    }

    @Test(arguments: ["yuvj420p", "yuvj422p"])
    func picturesAreDecodedAndFaultyOnesLeftOut(layout: String) throws {
        let server = try PipeWireServer()
        defer { server.stop() }
        let clip = StampedClip.motionJPEG(layout)
        let camera = try VideoSource(
            ["--role", "Camera", "--format", "jpeg", "--pictures", clip.file(), "--memory", "sealed"], in: server)
        defer { camera.stop() }
        let heard = Heard()
        var wishes = PipeWireSource.Wishes()
        wishes.camera = .init(width: 560, height: 320, rate: 30, isCompressed: true)
        wishes.patience = .seconds(2)
        let source = try PipeWireSource(
            remote: server.connect(), node: camera.node, name: "oriel", wishes: wishes,
            sink: PipeWireSource.Sink(
                time: { MonotonicClock.now },
                enqueue: { frame throws(SampleBufferError) in
                    heard.state.withLock { state in
                        state.frames += 1
                        state.formats.insert(frame.format)
                        if state.keeps { state.kept.append(frame) }
                    }
                }, flush: {})
        ) { end in heard.state.withLock { $0.ends.append(end) } }
        #expect(wait(.seconds(10)) { heard.frames > 10 }, "\(heard.ends)")
        #expect(heard.state.withLock { $0.formats } == [layout == "yuvj422p" ? .i422 : .i420] && source.dropped == 0)
        // Cut off and noise: a few are dropped, and the next good one is shown.
        for fault in ["cut", "noise"] {
            let dropped = source.dropped
            try camera.tell("\(fault) 1")
            #expect(wait(.seconds(10)) { source.dropped > dropped + 5 }, "\(heard.ends)")
            try camera.tell("\(fault) 0")
            let frames = heard.frames
            #expect(wait(.seconds(10)) { heard.frames > frames + 2 }, "\(heard.ends)")
        }
        // A reader that keeps all holds four.
        heard.state.withLock { $0.keeps = true }
        let dropped = source.dropped
        #expect(wait(.seconds(10)) { source.dropped > dropped + 5 })
        #expect(heard.state.withLock { $0.kept.count } == 4)
        heard.state.withLock { state in
            state.keeps = false
            state.kept = []
        }
        #expect(heard.ends.isEmpty)
        // None that is good: it ends.
        try camera.tell("cut 1")
        #expect(
            wait(.seconds(10)) { heard.ends == [.failed("a JPEG picture is cut off or damaged")] }, "\(heard.ends)")
    }
}
