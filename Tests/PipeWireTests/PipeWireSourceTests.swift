import CLinux
import Foundation
import OrielMedia
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
    private let server: PipeWireServer

    init() throws { server = try PipeWireServer() }

    private final class Heard: Sendable {
        struct State {
            var frames: [String] = []
            var kept: [SampleBuffer] = []
            var keeps = false
            var flushes = 0
            var ends: [PipeWireEnd] = []
            var rotation = 0
            var isDmabuf = false
            /// Corner of a square of 14 pixels that is looked at.
            var mark = (x: 0, y: 0)
            var isWhiteAtMark = false
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
                        state.rotation = frame.frame.rotation.rawValue
                        state.isDmabuf = frame.frame.buffer?.dmabuf != nil
                        state.isWhiteAtMark = frame.isWhite(at: state.mark)
                        if state.keeps { state.kept.append(frame) }
                    }
                }, flush: { self.state.withLock { $0.flushes += 1 } })
        }
    }

    private func source(
        _ heard: Heard, of node: UInt32, _ wishes: PipeWireSource.Wishes = .init()
    ) throws -> PipeWireSource {
        try PipeWireSource(remote: server.connect(), node: node, name: "oriel", wishes: wishes, sink: heard.sink) {
            end in
            heard.state.withLock { $0.ends.append(end) }
        }
    }

    @Test func formatsAndSizesChangeAndTheEndIsTold() throws {
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
        let film = try VideoSource(in: server)
        defer { film.stop() }
        func once() throws {
            let heard = Heard()
            let source = try source(heard, of: film.node)
            #expect(wait(.seconds(10)) { heard.count > 1 })
            source.stop()
            #expect(wait(.seconds(10)) { heard.ends == [.stopped] })
        }
        try once()
        let before = (OwnProcess.descriptors, OwnProcess.threads())
        for _ in 0..<10 { try once() }
        #expect(
            wait(.seconds(5)) { OwnProcess.descriptors <= before.0 + 2 && OwnProcess.threads() <= before.1 + 2 },
            "\(before) \(OwnProcess.descriptors)")
        // Stopped before it has begun.
        let heard = Heard()
        try source(heard, of: film.node).stop()
        #expect(wait(.seconds(10)) { heard.ends == [.stopped] })
    }

    /// Memory that can't shrink, or need not be able to, is not copied, and outlives its source while a frame is kept.
    @Test(arguments: ["sealed", "open"]) func memoryThatCannotShrinkStaysInPlace(memory: String) throws {
        let film = try VideoSource(["--memory", memory, "--width", "640", "--height", "360"], in: server)
        defer { film.stop() }
        let heard = Heard()
        let source = try source(heard, of: film.node)
        #expect(wait(.seconds(10)) { heard.count > 20 })
        #expect(source.kept >= heard.count - 2 && source.dropped == 0, "\(source.kept) of \(heard.count)")
        heard.state.withLock { $0.keeps = true }
        #expect(wait(.seconds(10)) { source.dropped > 5 })
        let kept = heard.state.withLock { $0.kept }
        #expect(kept.count == 4)
        film.kill()
        #expect(wait(.seconds(10)) { heard.ends == [.gone] }, "\(heard.ends)")
        source.stop()
        let areReadable = kept.allSatisfy { frame in
            frame.frame.planes[0].base.load(fromByteOffset: 359 * 640 * 4 + 3, as: UInt8.self) == 255
        }
        #expect(areReadable)
        heard.state.withLock { $0.kept = [] }
    }

    /// A source whose memory becomes shorter while it is read costs frames, never the process (SIGBUS).
    @Test func memoryThatShrinksCostsFramesOnly() throws {
        let film = try VideoSource(["--memory", "unsealed", "--width", "1280", "--height", "720"], in: server)
        defer { film.stop() }
        let heard = Heard()
        let source = try source(heard, of: film.node)
        #expect(wait(.seconds(10)) { heard.count > 5 })
        #expect(source.kept == 0 && source.dropped == 0)
        try film.tell("shrink 1")
        #expect(wait(.seconds(20)) { source.dropped > 10 }, "\(source.dropped)")
        try film.tell("shrink 0")
        let count = heard.count
        #expect(wait(.seconds(10)) { heard.count > count + 5 })
        #expect(heard.ends.isEmpty)
    }

    /// A camera's buffers are a device's memory, which has no size, and is read by a mapping alone.
    @Test func memoryOfADeviceIsCopied() throws {
        let film = try VideoSource(["--memory", "device", "--width", "640", "--height", "360"], in: server)
        defer { film.stop() }
        let heard = Heard()
        let source = try source(heard, of: film.node)
        #expect(wait(.seconds(10)) { heard.count > 20 }, "\(source.dropped) dropped; \(heard.ends)")
        #expect(source.kept == 0 && source.dropped == 0)
    }

    /// Wishes for dmabufs of the format XR24.
    private static let dmabufs = {
        var wishes = PipeWireSource.Wishes()
        wishes.dmabufs = [.init(format: .init(fourcc: 0x3432_5258, modifier: 0), isDrawnInPlace: false)]
        return wishes
    }()

    /// Dmabufs come if they can be shown; where nothing else is offered and they can't, nothing comes.
    @Test func dmabufsComeIfTheyAreWanted() throws {
        let film = try VideoSource(["--memory", "dmabuf"], in: server)
        defer { film.stop() }
        let heard = Heard()
        let source = try source(heard, of: film.node, Self.dmabufs)
        #expect(wait(.seconds(10)) { heard.count > 20 }, "\(heard.ends)")
        #expect(heard.state.withLock { $0.isDmabuf } && heard.saw("bgrx") && source.dropped == 0)
        heard.state.withLock { $0.keeps = true }
        #expect(wait(.seconds(10)) { source.dropped > 5 })
        #expect(heard.state.withLock { $0.kept.count } <= 4)
        heard.state.withLock { state in
            state.keeps = false
            state.kept = []
        }
        let count = heard.count
        #expect(wait(.seconds(10)) { heard.count > count + 10 })
        source.stop()
        let refused = Heard()
        let other = try self.source(refused, of: film.node)
        let hasCome = wait(.seconds(2)) { refused.count > 0 }
        #expect(!hasCome)
        withExtendedLifetime(other) {}
    }

    /// PipeWire gives a second receiver the format of the first; dmabufs that only that one asked for don't come.
    @Test func dmabufsOfAnotherReceiverDoNotCome() throws {
        let film = try VideoSource(["--memory", "dmabuf"], in: server)
        defer { film.stop() }
        let heard = Heard()
        let source = try source(heard, of: film.node, Self.dmabufs)
        #expect(wait(.seconds(10)) { heard.count > 5 }, "\(heard.ends)")
        let refused = Heard()
        let other = try self.source(refused, of: film.node)
        let hasCome = wait(.seconds(2)) { refused.count > 0 }
        #expect(!hasCome)
        let count = heard.count
        #expect(wait(.seconds(10)) { heard.count > count + 5 }, "\(heard.ends)")
        withExtendedLifetime((source, other)) {}
    }

    @Test func transformsDamageAndThePointerAreFollowed() throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        var wishes = PipeWireSource.Wishes()
        wishes.pointer = true
        let heard = Heard()
        let source = try source(heard, of: film.node, wishes)
        #expect(wait(.seconds(10)) { heard.count > 5 })
        try film.tell("transform 1")
        #expect(wait(.seconds(10)) { heard.state.withLock { $0.rotation } == 90 })
        try film.tell("transform 5")
        #expect(wait(.seconds(10)) { heard.state.withLock { $0.rotation } == 270 })
        try film.tell("transform 0")
        #expect(wait(.seconds(10)) { heard.state.withLock { $0.rotation } == 0 })
        // The pointer moves while the picture stands still.
        func isWhite(_ x: Int, _ y: Int) -> Bool {
            heard.state.withLock { $0.mark = (x, y) }
            let count = heard.count
            return wait(.seconds(5)) { heard.count > count + 2 } && heard.state.withLock { $0.isWhiteAtMark }
        }
        // Places outside the stamp, whose cells are white at times.
        #expect(!isWhite(100, 100))
        try film.tell("pointer 101 101 16")
        #expect(isWhite(100, 100) && !isWhite(200, 100))
        try film.tell("still 1")
        try film.tell("pointer 201 101 16")
        #expect(isWhite(200, 100) && !isWhite(100, 100))
        try film.tell("pointer 201 101 0")
        #expect(!isWhite(200, 100))
        source.stop()
        // Changes outside the part that is shown.
        try film.tell("still 0")
        try film.tell("crop 64 64 128 128")
        let plain = Heard()
        let cropped = try self.source(plain, of: film.node)
        #expect(wait(.seconds(10)) { plain.count > 5 })
        try film.tell("damage 0 0 60 60")
        #expect(wait(.seconds(10)) { cropped.unchanged > 3 })
        let count = plain.count
        #expect(wait(.seconds(10)) { cropped.unchanged > 10 } && plain.count == count)
        try film.tell("damage 0 0 65 65")
        #expect(wait(.seconds(10)) { plain.count > count })
    }

    /// Many changes, a frame that is too large for anyone, and a source that dies in the middle of one.
    @Test func changesWithoutPauseAndADeathAreBorne() throws {
        let film = try VideoSource(["--rate", "120", "--memory", "sealed"], in: server)
        defer { film.stop() }
        let heard = Heard()
        let source = try source(heard, of: film.node)
        #expect(wait(.seconds(10)) { heard.count > 5 })
        for round in 0..<30 {
            let format = ["bgrx", "nv12", "i420", "rgba", "yuy2"][round % 5]
            try film.tell("form \(format) \(64 + 2 * round)x\(400 - 2 * round)")
        }
        try film.tell("form rgbx 320x200")
        #expect(wait(.seconds(10)) { heard.saw("rgbx") })
        try film.tell("blank 1")
        let dropped = source.dropped
        let isDropped = try film.change(to: "bgrx 16384x16384") { source.dropped > dropped }
        #expect(isDropped, "\(heard.ends)")
        try film.tell("form bgra 320x200")
        #expect(wait(.seconds(10)) { heard.saw("bgra") })
        film.kill()
        #expect(wait(.seconds(10)) { heard.ends == [.gone] }, "\(heard.ends)")
    }
}

extension SampleBuffer {
    /// Whether a square of 14 pixels is white, in a frame of four bytes a pixel.
    fileprivate func isWhite(at mark: (x: Int, y: Int)) -> Bool {
        guard let plane = frame.planes.first, mark.x + 14 <= frame.width, mark.y + 14 <= frame.height else {
            return false
        }
        return (0..<14).allSatisfy { row in
            (0..<14).allSatisfy { column in
                let at = (mark.y + row) * plane.bytesPerRow + (mark.x + column) * 4
                return (0..<3).allSatisfy { plane.base.load(fromByteOffset: at + $0, as: UInt8.self) == 255 }
            }
        }
    }
}
