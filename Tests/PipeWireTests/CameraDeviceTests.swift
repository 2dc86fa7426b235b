import OrielMedia
import OrielPipeWire
import OrielPlatform
import OrielPlayer
import OrielTestSupport
import Synchronization
import Testing

/// A camera of the kernel (V4L2), which `ORIEL_CAMERA_DEVICE` names: the emulated machine of `scripts/prove devices`
/// has one.
@Suite(.enabled(if: camera != nil, "ORIEL_CAMERA_DEVICE names no camera"))
struct CameraDeviceTests {
    private struct Heard {
        var frames = 0
        /// Colours in the middle of each eighth of the newest frame's last row: blue, green and red, each 0 or 1.
        var bars: [[Int]] = []
        var end: PipeWireEnd?
    }

    @Test func itsFramesComeAndShowAPicture() throws {
        let server = try PipeWireServer(camera: camera)
        defer { server.stop() }
        let list = Mutex<[PipeWireCamera]>([])
        let watch = try PipeWireCameraWatch(
            remote: server.connect(), changed: { cameras in list.withLock { $0 = cameras } }, ended: { _ in })
        defer { withExtendedLifetime(watch) {} }
        #expect(wait(.seconds(60)) { list.withLock { $0.contains { $0.name == "camera" && !$0.forms.isEmpty } } })
        let found = try #require(list.withLock { $0.first { $0.name == "camera" } })
        // vivid writes its settings over the picture. They don't reach the last row of one this high.
        let form = try #require(found.form(for: 640, 360, rate: 15))
        try #require(form.height >= 360, "\(form)")
        var wishes = PipeWireSource.Wishes()
        wishes.camera = .init(width: form.width, height: form.height, rate: 15)
        let heard = Mutex(Heard())
        let sink = PipeWireSource.Sink(
            time: { MonotonicClock.now },
            enqueue: { frame throws(SampleBufferError) in
                let bars = Self.bars(in: frame.frame)
                heard.withLock { heard in
                    heard.frames += 1
                    heard.bars = bars
                }
            }, flush: {})
        let source = try PipeWireSource(
            remote: server.connect(), node: found.node, name: "oriel", wishes: wishes, sink: sink
        ) { end in heard.withLock { $0.end = end } }
        #expect(
            wait(.seconds(60)) { heard.withLock { $0.frames >= 10 } },
            "\(heard.withLock { $0 }), \(source.dropped) dropped, \(form)")
        // White, yellow, cyan, green, magenta, red, blue, black.
        let colors = [[1, 1, 1], [0, 1, 1], [1, 1, 0], [0, 1, 0], [1, 0, 1], [0, 0, 1], [1, 0, 0], [0, 0, 0]]
        #expect(heard.withLock { $0.bars } == colors)
        #expect(source.dropped == 0)
        source.stop()
        #expect(wait(.seconds(20)) { heard.withLock { $0.end } == .stopped })
    }

    /// The colours in the middle of each eighth of the last row; none unless a pixel begins with its blue byte.
    private static func bars(in frame: VideoFrame) -> [[Int]] {
        guard frame.format.layout == .bgra, let plane = frame.planes.first else { return [] }
        return (0..<8).map { bar in
            let pixel = (frame.height - 1) * plane.bytesPerRow + (2 * bar + 1) * frame.width / 16 * 4
            return (0..<3).map { plane.base.load(fromByteOffset: pixel + $0, as: UInt8.self) >= 128 ? 1 : 0 }
        }
    }
}

/// The device file of a camera to film with.
private let camera = Executable.environment["ORIEL_CAMERA_DEVICE"]
