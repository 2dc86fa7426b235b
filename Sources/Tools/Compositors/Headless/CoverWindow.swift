import CLinux
import Glibc
import OrielPlatform
import OrielWaylandProtocols

/// A black window in full screen until this object is gone. The compositor sends those below it no frame callbacks
/// meanwhile.
public final class CoverWindow {
    private let connection: ToolConnection
    /// Objects that must live as long as the window.
    private let objects: [Proxy]

    /// Shows the window on the first output; returns when the compositor has its contents.
    public init(socket: String) throws {
        connection = try ToolConnection(socket: socket)
        guard let output = try connection.outputs().first else { throw TestSupportError("there is no output") }
        let (width, height) = (Int32(output.width), Int32(output.height))
        let memory = try Descriptor(checking: oriel_memfd_create("oriel-cover"), "memfd_create")
        guard ftruncate(memory.number, Int(width * height) * 4) == 0 else { throw TestSupportError("no memory") }
        let pool = try connection.require(WlShm.self, version: 1).createPool(
            fd: memory.number, size: width * height * 4)
        let buffer = pool.createBuffer(offset: 0, width: width, height: height, stride: width * 4, format: .xrgb8888)
        pool.destroy()
        let base = try connection.require(XdgWmBase.self, version: 1)
        let contents = try connection.require(WlCompositor.self, version: 4).createSurface()
        let surface = base.getXdgSurface(surface: contents)
        let toplevel = surface.getToplevel()
        toplevel.setFullscreen(output: output.proxy)
        objects = [output.proxy, buffer, base, contents, surface, toplevel]
        var serial: UInt32?
        surface.onEvent = { event in
            if case .configure(let number) = event { serial = number }
        }
        contents.commit()
        let deadline = MonotonicClock.now + .seconds(10)
        while serial == nil, MonotonicClock.now < deadline { try connection.dispatch(limit: .seconds(1)) }
        guard let serial else { throw TestSupportError("the compositor configures no window") }
        surface.ackConfigure(serial: serial)
        contents.attach(buffer: buffer, x: 0, y: 0)
        contents.commit()
        try connection.roundtrip()
    }
}
