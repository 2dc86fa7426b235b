import OrielGeometry
import OrielWayland

/// A window of the app's: one grey surface.
@MainActor
final class InlineWindow {
    let surface: Surface
    private let toplevel: Toplevel
    private let globals: Globals
    private var buffer: ShmBuffer?
    /// A child of the window's, half as high and wide.
    private var child: (subsurface: Subsurface, buffer: ShmBuffer)?

    init(_ globals: Globals) {
        self.globals = globals
        surface = Surface(globals)
        toplevel = Toplevel(surface, title: "inline", appID: "org.oriel.Inline")
        toplevel.onConfigure = { [weak self] configuration in
            MainActor.assumeIsolated { self?.draw(configuration.size ?? .zero) }
        }
        surface.commit()
    }

    private func draw(_ size: Size) {
        let size = size.isEmpty ? Size(width: 800, height: 450) : size
        guard let buffer = try? ShmBuffer(globals, size: size) else { return }
        buffer.fill(0xff40_4850)
        surface.attach(buffer)
        surface.damage()
        surface.commit()
        self.buffer = buffer
    }

    /// Commits the child first: a view may be in it.
    func commit() {
        child?.subsurface.surface.commit()
        surface.commit()
    }

    /// A surface of the app's that has the role of a subsurface.
    func makeChild() throws -> Surface? {
        guard let subsurface = Subsurface(over: surface) else { return nil }
        let buffer = try ShmBuffer(globals, size: Size(width: 400, height: 225))
        buffer.fill(0xff60_6870)
        subsurface.place(at: Point(x: 20, y: 20))
        subsurface.desynchronize()
        subsurface.surface.attach(buffer)
        subsurface.surface.damage()
        subsurface.surface.commit()
        surface.commit()
        child = (subsurface, buffer)
        return subsurface.surface
    }

    func close() {
        child?.subsurface.destroy()
        toplevel.destroy()
        surface.destroy()
    }
}
