import CWayland
import Glibc
import OrielWaylandProtocols
import Testing

/// Generated classes on a socket pair whose other end is the test, checked byte by byte.
@Suite struct WireTests {
    @Test func requestsAndEventsKeepTheWireFormat() throws {
        let wire = try Wire()
        let registry = wire.display.getRegistry()
        wire.flush()
        #expect(wire.read() == [1, 12 << 16 | 1, registry.id])

        var globals: [String] = []
        registry.onEvent = { event in
            if case .global(let name, let interface, let version) = event {
                globals.append("\(name) \(interface) \(version)")
            }
        }
        // "wl_seat" with its terminating zero has 8 bytes.
        wire.write([registry.id, 28 << 16 | 0, 7, 8] + Wire.words("wl_seat\0") + [99])
        wire.dispatch()
        #expect(globals == ["7 wl_seat 99"])

        // A version beyond the described one is limited to it.
        let seat = registry.bind(WlSeat.self, name: 7, version: 99)
        #expect(seat.version == WlSeat.interface.version)
        wire.flush()
        #expect(wire.read() == [registry.id, 32 << 16 | 0, 7, 8] + Wire.words("wl_seat\0") + [seat.version, seat.id])
    }

    @Test func valuesOfTheFutureAreKeptAndArgumentsCopied() throws {
        let wire = try Wire()
        let registry = wire.display.getRegistry()
        let seat = registry.bind(WlSeat.self, name: 1, version: 5)
        let keyboard = seat.getKeyboard()
        let surface = registry.bind(WlCompositor.self, name: 2, version: 4).createSurface()
        var seen: [String] = []
        seat.onEvent = { if case .capabilities(let set) = $0 { seen.append("capabilities \(set.rawValue)") } }
        keyboard.onEvent = { event in
            switch event {
            case .enter(let serial, let entered, let keys): seen.append("\(serial) \(entered === surface) \(keys)")
            case .key(_, _, let key, let state): seen.append("\(key) \(state)")
            default: break
            }
        }
        wire.flush()
        wire.write([seat.id, 12 << 16 | 0, 0x83])
        wire.write([keyboard.id, 24 << 16 | 1, 5, surface.id, 4, 0x0403_0201])
        wire.write([keyboard.id, 24 << 16 | 3, 6, 1000, 30, 9])
        wire.dispatch()
        #expect(seen == ["capabilities 131", "5 true [1, 2, 3, 4]", "30 unknown(9)"])
    }

    @Test func anEndedObjectIsInertAndItsEventsAreDropped() throws {
        let wire = try Wire()
        let surface = wire.display.getRegistry().bind(WlCompositor.self, name: 2, version: 4).createSurface()
        var events = 0
        surface.onEvent = { _ in events += 1 }
        let frame = surface.frame()
        var times: [UInt32] = []
        frame.onEvent = { if case .done(let time) = $0 { times.append(time) } }
        wire.flush()
        _ = wire.read()
        // wl_surface.leave with an unknown object, wl_callback.done, and leave again after the surface's end.
        wire.write([frame.id, 12 << 16 | 0, 77])
        wire.dispatch()
        #expect(times == [77] && !frame.isAlive)

        let (id, before) = (surface.id, surface.table.count)
        surface.destroy()
        #expect(!surface.isAlive && surface.table.count == before - 1)
        wire.write([id, 12 << 16 | 0, 0])
        surface.commit()
        let inert = surface.frame()
        #expect(!inert.isAlive)
        wire.dispatch()
        #expect(events == 0)
        wire.flush()
        #expect(wire.read() == [id, 8 << 16 | 0])
    }

    @Test func anEndedArgumentKeepsTheRequestBack() throws {
        let wire = try Wire()
        let compositor = wire.display.getRegistry().bind(WlCompositor.self, name: 2, version: 4)
        let surface = compositor.createSurface()
        let region = compositor.createRegion()
        region.destroy()
        wire.flush()
        _ = wire.read()
        surface.setInputRegion(region: region)
        surface.setInputRegion(region: nil)
        wire.flush()
        #expect(wire.read() == [surface.id, 12 << 16 | 5, 0])
    }

    @Test func aVersionSaysWhatItSupports() throws {
        let wire = try Wire()
        let registry = wire.display.getRegistry()
        #expect(!registry.bind(WlSeat.self, name: 1, version: 4).supportsRelease)
        let seat = registry.bind(WlSeat.self, name: 1, version: 5)
        #expect(seat.supportsRelease && WlSeat.releaseSince == 5)
        // An object has the version of its creator.
        #expect(seat.getPointer().version == 5)
    }

    @Test func aRequestNewerThanItsObjectIsAProgrammersMistake() async {
        await #expect(processExitsWith: .failure) {
            let wire = try Wire()
            wire.display.getRegistry().bind(WlSeat.self, name: 1, version: 4).release()
        }
    }

    @Test func descriptorsOfUnheardEventsAreClosed() throws {
        let wire = try Wire()
        let keyboard = wire.display.getRegistry().bind(WlSeat.self, name: 1, version: 5).getKeyboard()
        wire.flush()
        var pair: [CInt] = [-1, -1]
        try #require(pipe(&pair) == 0)
        wire.write([keyboard.id, 16 << 16 | 0, 1, 4096], passing: pair[1])
        close(pair[1])
        wire.dispatch()
        // The reading end reports the end once no copy of the other end is open.
        var poll = pollfd(fd: pair[0], events: Int16(POLLIN), revents: 0)
        #expect(Glibc.poll(&poll, 1, 5000) == 1 && Int32(poll.revents) & POLLHUP != 0)
        close(pair[0])
    }

    @Test func fixedNumbersAreClampedNotTrapped() throws {
        let wire = try Wire()
        let port = wire.display.getRegistry().bind(WpViewporter.self, name: 3, version: 1)
            .getViewport(surface: wire.surface())
        wire.flush()
        _ = wire.read()
        port.setSource(x: .nan, y: .infinity, width: -1.5, height: 1)
        wire.flush()
        #expect(wire.read() == [port.id, 24 << 16 | 1, 0, 0x7fff_ffff, UInt32(bitPattern: -384), 256])
    }
}

/// A display on a socket pair; `peer` is the compositor's end.
private final class Wire {
    let display: WlDisplay
    let peer: CInt
    private let connection: OpaquePointer

    init() throws {
        var pair: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        peer = pair[1]
        connection = try #require(wl_display_connect_to_fd(pair[0]))
        display = WlDisplay(connection: connection)
    }

    deinit {
        display.table.abandonAll()
        wl_display_disconnect(connection)
        close(peer)
    }

    func surface() -> WlSurface {
        display.getRegistry().bind(WlCompositor.self, name: 2, version: 4).createSurface()
    }

    func flush() { wl_display_flush(connection) }

    /// Reads and dispatches available events.
    func dispatch() {
        guard wl_display_prepare_read(connection) == 0 else { return }
        wl_display_read_events(connection)
        wl_display_dispatch_pending(connection)
    }

    func write(_ words: [UInt32], passing descriptor: CInt? = nil) {
        var words = words
        words.withUnsafeMutableBytes { bytes in
            guard let descriptor else {
                _ = send(peer, bytes.baseAddress, bytes.count, 0)
                return
            }
            var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            // struct cmsghdr (16 bytes) and one descriptor, padded.
            var control: [UInt32] = [20, 0, UInt32(SOL_SOCKET), 1, UInt32(descriptor), 0]
            withUnsafeMutablePointer(to: &vector) { vector in
                control.withUnsafeMutableBytes { control in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    _ = sendmsg(peer, &message, 0)
                }
            }
        }
    }

    /// Returns all that the client has sent, as words.
    func read() -> [UInt32] {
        var words = [UInt32](repeating: 0, count: 1024)
        let count = words.withUnsafeMutableBytes { recv(peer, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
        return Array(words.prefix(max(0, count) / 4))
    }

    static func words(_ text: String) -> [UInt32] {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<min(start + 4, bytes.count)].enumerated().reduce(0) {
                $0 | UInt32($1.element) << (8 * $1.offset)
            }
        }
    }
}
