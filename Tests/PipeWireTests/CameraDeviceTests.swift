import OrielMedia
import OrielPipeWire
import OrielPlatform
import OrielPlayer
import OrielTestSupport
import Synchronization
import Testing

/// A camera of the kernel (V4L2), which `ORIEL_CAMERA_DEVICE` names: the emulated machine of `scripts/prove devices` has
/// one.
@Suite(.enabled(if: camera != nil, "ORIEL_CAMERA_DEVICE names no camera"))
struct CameraDeviceTests {
    private struct Heard {
        var frames = 0
        /// Shades in the last row of the newest frame's first plane.
        var shades: Set<UInt8> = []
        var end: PipeWireEnd?
    }

    @Test func itsFramesComeAndShowAPicture() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let server = try PipeWireServer(at: bus.address, camera: camera)
        defer { server.stop() }
        let list = Mutex<[PipeWireCamera]>([])
        let watch = try PipeWireCameraWatch(
            remote: server.connect(), changed: { cameras in list.withLock { $0 = cameras } }, ended: { _ in })
        defer { withExtendedLifetime(watch) {} }
        #expect(wait(.seconds(60)) { list.withLock { $0.contains { $0.name == "camera" && !$0.forms.isEmpty } } })
        let found = try #require(list.withLock { $0.first { $0.name == "camera" } })
        let form = try #require(found.form(for: 320, 180, rate: 15))
        var wishes = PipeWireSource.Wishes()
        wishes.camera = .init(width: form.width, height: form.height, rate: 15)
        let heard = Mutex(Heard())
        let sink = PipeWireSource.Sink(
            time: { MonotonicClock.now },
            enqueue: { frame throws(SampleBufferError) in
                let plane = frame.frame.planes[0]
                // vivid writes its settings over the upper rows.
                let last = plane.base + (form.height - 1) * plane.bytesPerRow
                let row = UnsafeRawBufferPointer(start: last, count: form.width)
                heard.withLock { heard in
                    heard.frames += 1
                    heard.shades = Set(row)
                }
            }, flush: {})
        let source = try PipeWireSource(
            remote: server.connect(), node: found.node, name: "oriel", wishes: wishes, sink: sink
        ) { end in heard.withLock { $0.end = end } }
        #expect(
            wait(.seconds(60)) { heard.withLock { $0.frames >= 10 } },
            "\(heard.withLock { $0 }), \(source.dropped) dropped, \(form)")
        // The bars of a test pattern.
        #expect(heard.withLock { $0.shades.count } >= 6)
        #expect(source.dropped == 0)
        source.stop()
        #expect(wait(.seconds(20)) { heard.withLock { $0.end } == .stopped })
    }
}

/// The device file of a camera to film with.
private let camera = Executable.environment["ORIEL_CAMERA_DEVICE"]
