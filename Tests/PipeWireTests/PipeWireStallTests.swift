import OrielPipeWire
import OrielPlatform
import OrielPlayer
import OrielTestSupport
import Synchronization
import Testing

/// Sources in a private PipeWire whose frames can't be shown: each ends with its reason, or goes on with the next good
/// frame.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("pipewire"), "pipewire is not installed"),
    .enabled(if: Executable.isExpected("wireplumber"), "wireplumber is not installed"))
struct PipeWireStallTests {
    private let server: PipeWireServer

    init() throws { server = try PipeWireServer() }

    private final class Heard: Sendable {
        struct State {
            var frames = 0
            var ends: [PipeWireEnd] = []
        }
        let state = Mutex(State())
    }

    /// A source of the tests, and its receiver.
    private final class Stream {
        let film: VideoSource
        let source: PipeWireSource
        private let heard: Heard

        init(_ options: [String], in server: PipeWireServer, patience: Duration = .seconds(1)) throws {
            film = try VideoSource(options, in: server)
            let heard = Heard()
            self.heard = heard
            var wishes = PipeWireSource.Wishes()
            wishes.patience = patience
            source = try PipeWireSource(
                remote: server.connect(), node: film.node, name: "oriel", wishes: wishes,
                sink: PipeWireSource.Sink(
                    time: { MonotonicClock.now },
                    enqueue: { _ throws(SampleBufferError) in heard.state.withLock { $0.frames += 1 } }, flush: {})
            ) { end in heard.state.withLock { $0.ends.append(end) } }
        }

        var frames: Int { heard.state.withLock { $0.frames } }
        var ends: [PipeWireEnd] { heard.state.withLock { $0.ends } }

        /// Whether it ends in this way.
        func ends(_ end: PipeWireEnd) -> Bool { wait(.seconds(10)) { ends == [end] } }
    }

    private static let tooLarge = PipeWireEnd.failed("there is no memory for frames of 16384×16384")
    private static let unknown = PipeWireEnd.failed("its layout is unknown")
    private static let unfit = PipeWireEnd.failed("560×320 samples are too many, or don't fit their memory")

    /// Faults from the first frame on.
    @Test func sourcesThatNothingCanBeShownOfEndWithTheirReason() throws {
        let large = ["--width", "16384", "--height", "16384"]
        let strange = try Stream(["--format", "strange"], in: server)
        let noMemory = try Stream(large, in: server)
        let foreign = try Stream(["--memory", "dmabuf"], in: server)
        let silent = try Stream(["--rate", "0"], in: server)
        let streams = [strange, noMemory, foreign, silent]
        defer { for stream in streams { stream.film.stop() } }
        #expect(strange.ends(Self.unknown), "\(strange.ends)")
        #expect(noMemory.ends(Self.tooLarge), "\(noMemory.ends)")
        #expect(wait(.seconds(10)) { foreign.ends.first?.isWithoutFormat == true }, "\(foreign.ends)")
        #expect(streams.allSatisfy { $0.frames == 0 })
        // Nothing is wrong with a source that has nothing to send: its receiver decides.
        #expect(silent.ends.isEmpty)
        silent.film.kill()
        #expect(silent.ends(.gone), "\(silent.ends)")
    }

    /// Faults in the middle.
    @Test func sourcesThatTurnBadEndWithTheirReason() throws {
        let strange = try Stream([], in: server)
        let noMemory = try Stream([], in: server)
        let tooLarge = try Stream(["--memory", "sealed"], in: server)
        let lying = try Stream([], in: server)
        let streams = [strange, noMemory, tooLarge, lying]
        defer { for stream in streams { stream.film.stop() } }
        #expect(wait(.seconds(10)) { streams.allSatisfy { $0.frames > 5 } })
        for stream in [noMemory, tooLarge] {
            try stream.film.tell("blank 1")
            // PipeWire may refuse the buffers that are a source's own, or bring them.
            let samples = PipeWireEnd.failed("16384×16384 samples are too many, or don't fit their memory")
            let mayBring = stream === tooLarge
            let hasEnded = try stream.film.change(to: "bgrx 16384x16384") {
                stream.ends == [Self.tooLarge] || mayBring && stream.ends == [samples]
            }
            #expect(hasEnded, "\(stream.ends)")
        }
        try strange.film.tell("form strange 640x360")
        #expect(strange.ends(Self.unknown), "\(strange.ends)")
        try lying.film.tell("stride 100000")
        #expect(lying.ends(Self.unfit), "\(lying.ends)")
    }

    /// A session manager that hears of the fault while it makes the link destroys the stream, as WirePlumber 0.4.13
    /// does; one that hears of it later leaves the stream alone.
    @Test(arguments: ["Link", "Node"]) func aStreamWithoutMemoryThatIsDisconnectedSaysWhy(destroyed: String) throws {
        let before = try server.objects("Node").map(\.id)
        let stream = try Stream(["--width", "16384", "--height", "16384"], in: server, patience: .seconds(5))
        defer { stream.film.stop() }
        try #require(wait(.seconds(4)) { hasBrokenLink || !stream.ends.isEmpty })
        for object in try server.objects(destroyed) where !before.contains(object.id) && object.id != stream.film.node {
            try server.destroy(object)
        }
        #expect(stream.ends(Self.tooLarge), "\(stream.ends)")
    }

    private var hasBrokenLink: Bool {
        (try? server.objects("Link").contains { $0.info?.state == "error" }) == true
    }

    /// A session manager may not link it to another source, such as a camera, when its own is gone. WirePlumber 0.5
    /// does so unless the stream forbids it; 0.4 never does.
    @Test func aStreamForbidsAnotherSource() throws {
        let stream = try Stream([], in: server)
        defer { stream.film.stop() }
        #expect(wait(.seconds(10)) { stream.frames > 0 }, "\(stream.ends)")
        let forbidding = try server.objects("Node").filter { $0.info?.props?.dontFallback == true }
        #expect(forbidding.count == 1)
    }

    /// A good frame in between is enough, and time in which no frames are wanted doesn't count.
    @Test func aSourceThatIsGoodAtTimesGoesOn() throws {
        let wavering = try Stream([], in: server)
        let suspended = try Stream([], in: server)
        defer { for stream in [wavering, suspended] { stream.film.stop() } }
        #expect(wait(.seconds(10)) { wavering.frames > 5 && suspended.frames > 5 })
        suspended.source.setActive(false)
        #expect(suspended.film.wait { $0.last == "idle" })
        try suspended.film.tell("form bgrx 16384x16384")
        for round in 0..<4 {
            let dropped = wavering.source.dropped
            try wavering.film.tell(round % 2 == 0 ? "form strange 640x360" : "stride 100000")
            #expect(wait(.seconds(5)) { wavering.source.dropped >= dropped + 15 }, "\(wavering.ends)")
            // Counted among bad frames: the last good one before them may come after the source has said that it turns.
            let frames = wavering.frames
            try wavering.film.tell(round % 2 == 0 ? "form bgrx 560x320" : "stride 0")
            #expect(wait(.seconds(5)) { wavering.frames > frames }, "\(wavering.ends)")
        }
        #expect(wavering.ends.isEmpty && suspended.ends.isEmpty, "\(wavering.ends) \(suspended.ends)")
        suspended.source.setActive(true)
        #expect(suspended.ends(Self.tooLarge), "\(suspended.ends)")
    }
}

extension PipeWireEnd {
    /// Whether no format was agreed on; PipeWire 1.6 adds its own words.
    fileprivate var isWithoutFormat: Bool {
        guard case .failed(let words) = self else { return false }
        return words.hasPrefix("it offers no format that can be shown")
    }
}
