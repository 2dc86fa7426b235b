import CLinux
import Foundation
import OrielPipeWire
import OrielPlatform
import OrielPlayer
import OrielTestSupport
import Synchronization
import Testing

/// Frames of a source in a private PipeWire.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("pipewire"), "pipewire is not installed"),
    .enabled(if: Executable.isExpected("wireplumber"), "wireplumber is not installed"))
struct PipeWireSourceTests {
    private let bus: MessageBus
    private let server: PipeWireServer

    init() throws {
        bus = try MessageBus()
        server = try PipeWireServer(at: bus.address)
    }

    /// A connection to the private PipeWire; the process's environment stays as it is.
    private func connect() throws -> Descriptor {
        let descriptor = try Descriptor(
            checking: socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0), "socket")
        let path = "\(server.environment["PIPEWIRE_RUNTIME_DIR"] ?? "")/pipewire-0"
        guard oriel_connect_path(descriptor.number, path) == 0 else { throw TestSupportError("no PipeWire") }
        return descriptor
    }

    private func end() {
        server.stop()
        bus.stop()
    }

    private final class Heard: Sendable {
        struct State {
            var frames: [String] = []
            var kept: [SampleBuffer] = []
            var keeps = false
            var flushes = 0
            var ends: [PipeWireEnd] = []
        }
        let state = Mutex(State())

        var count: Int { state.withLock { $0.frames.count } }
        var ends: [PipeWireEnd] { state.withLock { $0.ends } }
        func saw(_ frame: String) -> Bool { state.withLock { $0.frames.contains(frame) } }

        var sink: PipeWireSource.Sink {
            PipeWireSource.Sink(
                time: { MonotonicClock.now },
                enqueue: { frame throws(SampleBufferError) in
                    self.state.withLock { state in
                        state.frames.append("\(frame.format)")
                        if state.keeps { state.kept.append(frame) }
                    }
                }, flush: { self.state.withLock { $0.flushes += 1 } })
        }
    }

    private func source(_ heard: Heard, of node: UInt32) throws -> PipeWireSource {
        try PipeWireSource(remote: connect(), node: node, name: "oriel", sink: heard.sink) { end in
            heard.state.withLock { $0.ends.append(end) }
        }
    }

    @Test func formatsAndSizesChangeAndTheEndIsTold() throws {
        defer { end() }
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let heard = Heard()
        let source = try source(heard, of: film.node)
        #expect(wait(.seconds(10)) { heard.count > 5 })
        for format in ["bgra", "rgbx", "rgba", "nv12", "i420", "yuy2"] {
            try film.tell("form \(format) 640x360")
            #expect(wait(.seconds(10)) { heard.saw(format) }, "\(format)")
        }
        // One that can't be shown, and one that doesn't lie in its memory; the next good one is shown.
        try film.tell("form strange 640x360")
        try film.tell("form bgrx 320x200")
        try film.tell("stride 100000")
        #expect(wait(.seconds(10)) { source.dropped > 3 })
        try film.tell("stride 0")
        let count = heard.count
        #expect(wait(.seconds(10)) { heard.count > count })
        try film.tell("end")
        #expect(wait(.seconds(10)) { heard.ends == [.gone] }, "\(heard.ends)")
        source.stop()
        #expect(heard.ends == [.gone])
    }

    @Test func framesStopAndComeAgain() throws {
        defer { end() }
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let heard = Heard()
        let source = try source(heard, of: film.node)
        #expect(film.wait { $0.last == "streaming" } && wait(.seconds(10)) { heard.count > 5 })
        source.setActive(false)
        #expect(film.wait { $0.last == "idle" })
        let count = heard.count
        source.setActive(true)
        #expect(film.wait { $0.last == "streaming" } && wait(.seconds(10)) { heard.count > count })
        source.stop()
        #expect(wait(.seconds(10)) { heard.ends == [.stopped] }, "\(heard.ends)")
        #expect(film.wait { $0.last == "idle" })
    }

    /// A reader that gives no frame back costs four buffers, and holds the source up no more than the loss of frames.
    @Test func aReaderThatKeepsAllFramesHoldsFour() throws {
        defer { end() }
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let heard = Heard()
        heard.state.withLock { $0.keeps = true }
        let source = try source(heard, of: film.node)
        #expect(wait(.seconds(10)) { source.dropped > 5 })
        #expect(heard.count == 4 && heard.state.withLock { $0.flushes } > 5)
        heard.state.withLock { state in
            state.keeps = false
            state.kept = []
        }
        #expect(wait(.seconds(10)) { heard.count > 10 })
    }

    @Test func theEndOfPipeWireIsTold() throws {
        defer { end() }
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let heard = Heard()
        let source = try source(heard, of: film.node)
        #expect(wait(.seconds(10)) { heard.count > 5 })
        server.kill()
        #expect(wait(.seconds(10)) { heard.ends == [.lost] }, "\(heard.ends)")
        // A connection whose other end is closed.
        var ends: (CInt, CInt) = (-1, -1)
        let isMade = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: CInt.self, capacity: 2) {
                socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, $0)
            }
        }
        try #require(isMade == 0)
        close(ends.1)
        let later = Heard()
        let another = try PipeWireSource(
            remote: Descriptor(owning: ends.0), node: 1, name: "oriel", sink: later.sink
        ) { end in later.state.withLock { $0.ends.append(end) } }
        #expect(wait(.seconds(10)) { later.ends == [.lost] }, "\(later.ends)")
        withExtendedLifetime((source, another)) {}
    }

    /// Sources that come and go leave no thread and no descriptor.
    @Test func nothingIsLeftOfSources() throws {
        defer { end() }
        let film = try VideoSource(in: server)
        defer { film.stop() }
        func open() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1 }
        func threads() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? -1 }
        func once() throws {
            let heard = Heard()
            let source = try source(heard, of: film.node)
            #expect(wait(.seconds(10)) { heard.count > 1 })
            source.stop()
            #expect(wait(.seconds(10)) { heard.ends == [.stopped] })
        }
        try once()
        let before = (open(), threads())
        for _ in 0..<10 { try once() }
        #expect(wait(.seconds(5)) { open() <= before.0 + 2 && threads() <= before.1 + 2 }, "\(before) \(open())")
        // Stopped before it has begun.
        let heard = Heard()
        try source(heard, of: film.node).stop()
        #expect(wait(.seconds(10)) { heard.ends == [.stopped] })
    }
}
