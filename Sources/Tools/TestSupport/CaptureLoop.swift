import OrielGeometry
import OrielPlatform
import OrielStamps
import OrielWaylandProtocols

/// The loop of a `ScreenCapture`'s thread.
final class CaptureLoop {
    private let owner: ScreenCapture
    private let connection: ToolConnection
    private let shm: WlShm
    private let manager: ZwlrScreencopyManagerV1
    private let output: WlOutput
    /// Clockwise quarter turns that bring a captured frame upright: a rotated output is captured as it is scanned out.
    private let turns: Int
    private var demand: Demand?
    private var buffers: [SharedBuffer] = []
    private var count = 0
    private var failures = 0

    /// The buffer's format and size that the compositor requires.
    private struct Demand: Equatable {
        var format: WlShm.Format
        var size: Size
        var stride: Int
    }

    /// A capture in progress.
    private struct Frame {
        var demand: Demand?
        var buffer: SharedBuffer?
        var upsideDown = false
        var damage: [Rect] = []
    }

    init(socket: String, output name: String?, owner: ScreenCapture) throws {
        self.owner = owner
        connection = try ToolConnection(socket: socket)
        shm = try connection.require(WlShm.self, version: 1)
        manager = try connection.require(ZwlrScreencopyManagerV1.self, version: 3)
        guard manager.version >= 2 else { throw TestSupportError("the compositor's screencopy tells no damage") }
        let outputs = try connection.outputs()
        guard let output = outputs.first(where: { name == nil || $0.name == name }) else {
            throw TestSupportError("no output \(name ?? "") among \(outputs.map(\.name))")
        }
        self.output = output.proxy
        guard let turns = output.turns else { throw TestSupportError("\(output.name) is mirrored") }
        self.turns = turns
    }

    /// Captures until the owner stops it.
    func run() throws {
        try arm()
        while !owner.stopping.clear() {
            try connection.dispatch(limit: .seconds(1), waking: owner.stopping)
            guard failures < 100 else { throw TestSupportError("the compositor refuses every capture") }
        }
    }

    /// Requests the next composition. If the required buffer is known, the copy is requested at once, so that the
    /// compositor has it before its next refresh.
    private func arm() throws {
        let proxy = manager.captureOutput(overlayCursor: 0, output: output)
        var frame = Frame()
        if demand != nil, let buffer = buffers.first {
            frame.buffer = buffer
            buffers.removeFirst()
            proxy.copyWithDamage(buffer: buffer.buffer)
            connection.flush()
        }
        proxy.onEvent = { [unowned self, unowned proxy] event in receive(event, proxy, &frame) }
    }

    private func receive(_ event: ZwlrScreencopyFrameV1.Event, _ proxy: ZwlrScreencopyFrameV1, _ frame: inout Frame) {
        switch event {
        case .buffer(let format, let width, let height, let stride):
            frame.demand = Demand(
                format: format, size: Size(width: Int(width), height: Int(height)), stride: Int(stride))
            if proxy.version < 3 { copy(proxy, &frame) }
        case .bufferDone: copy(proxy, &frame)
        case .flags(let flags): frame.upsideDown = flags.contains(.yInvert)
        case .damage(let x, let y, let width, let height):
            frame.damage.append(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
        case .ready(let high, let low, let nanoseconds):
            proxy.destroy()
            // The old buffer can't be used again before it was read: there is a second one.
            do { try arm() } catch { failures += 100 }
            connection.flush()
            let seconds = Int64(high) << 32 | Int64(low)
            finish(frame, time: .seconds(seconds) + .nanoseconds(Int64(nanoseconds)))
        case .failed:
            proxy.destroy()
            failures += 1
            demand = nil
            buffers = []
            do { try arm() } catch { failures += 100 }
        case .linuxDmabuf: break
        }
    }

    private func copy(_ proxy: ZwlrScreencopyFrameV1, _ frame: inout Frame) {
        guard frame.buffer == nil, let wanted = frame.demand else { return }
        guard [.xrgb8888, .argb8888, .xbgr8888, .abgr8888].contains(wanted.format) else {
            failures += 100
            return
        }
        do {
            buffers = try (0..<2).map { _ in
                try SharedBuffer(shm, size: wanted.size, stride: wanted.stride, format: wanted.format)
            }
        } catch {
            failures += 100
            return
        }
        demand = wanted
        let buffer = buffers.removeFirst()
        frame.buffer = buffer
        proxy.copyWithDamage(buffer: buffer.buffer)
        connection.flush()
        owner.noteArmed()
    }

    private func finish(_ frame: Frame, time: Duration) {
        guard let buffer = frame.buffer else { return }
        failures = 0
        func picture() -> RGBPicture {
            let picture = buffer.picture(upsideDown: frame.upsideDown)
            return turns == 0 ? picture : picture.turned(byQuarters: turns)
        }
        let stamps =
            buffer.isRedFirst && !frame.upsideDown && turns == 0
            ? StampReader.locate(size: buffer.size, stride: buffer.stride, pixels: buffer.pixels)
            : StampReader.locate(in: picture())
        let composition = Composition(
            number: count, time: time, received: MonotonicClock.now, stamps: stamps,
            middles: turns == 0 ? stamps.map { buffer.middle(of: $0.picture, upsideDown: frame.upsideDown) } : [],
            damage: frame.damage)
        count += 1
        owner.note(composition, picture: picture)
        if buffer.size == demand?.size { buffers.append(buffer) }
    }
}
