import ArgumentParser
import Foundation
import Glibc
import Oriel
import OrielGeometry
import OrielMedia
import OrielWayland

/// Things that an app should not do with a view in its window.
@MainActor
struct InlineMistakes {
    private var abroad: (connection: Connection, surface: Surface)?
    private var unshown: Surface?

    /// Moves the view to a surface of another connection, named with this one's display.
    mutating func moveAbroad(_ view: PlayerView?, _ connection: Connection) throws {
        let other = try Connection()
        let surface = Surface(try Globals(other))
        abroad = (other, surface)
        try other.roundtrip()
        try view?.move(to: AppSurface(display: connection.nativeDisplay!, surface: surface.nativeSurface!))
    }

    /// A surface without a role, which is never committed.
    mutating func makeUnshown(_ globals: Globals) -> Surface {
        let surface = Surface(globals)
        unshown = surface
        return surface
    }

    /// Commits a surface from another thread, as an app with a thread for drawing does.
    func commitElsewhere(_ surface: Surface, _ connection: Connection) {
        typealias Marshal = @convention(c) (OpaquePointer, UInt32, UnsafeMutableRawPointer?) -> Void
        typealias Flush = @convention(c) (OpaquePointer) -> CInt
        guard let marshal = dlsym(nil, "wl_proxy_marshal_array"), let flush = dlsym(nil, "wl_display_flush"),
            let display = connection.nativeDisplay, let native = surface.nativeSurface
        else { return }
        let (commit, send) = (unsafeBitCast(marshal, to: Marshal.self), unsafeBitCast(flush, to: Flush.self))
        let (displayBits, surfaceBits) = (UInt(bitPattern: display), UInt(bitPattern: native))
        Thread.detachNewThread {
            // 6 is `wl_surface.commit`, which has no arguments.
            for _ in 0..<2000 {
                guard let display = OpaquePointer(bitPattern: displayBits),
                    let surface = OpaquePointer(bitPattern: surfaceBits)
                else { return }
                commit(surface, 6, nil)
                _ = send(display)
                usleep(500)
            }
            say("committed")
        }
    }

    /// Makes a hundred views, each with a frame, and closes them.
    func makeHundred(in application: Application, _ place: AppSurface?) throws {
        guard let place else { return }
        let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 64 * 4, alignment: 16)
        pixels.initializeMemory(as: UInt8.self, repeating: 0x80)
        let views = try (0..<100).map { number in
            let frame = Rect(x: number % 10 * 80, y: number / 10 * 45, width: 80, height: 45)
            let view = try SampleBufferView(in: application, surface: place, frame: frame)
            let plane = SampleBuffer.Plane(UnsafeRawBufferPointer(pixels), bytesPerRow: 256)
            try view.enqueue(SampleBuffer(.bgrx, width: 64, height: 64, planes: [plane], time: .zero) {})
            return view
        }
        // The frames' memory is left: closed views may still read it.
        Task { @MainActor in
            try? await Task.sleep(for: .seconds(1))
            for view in views { view.close() }
            say("hundred")
        }
    }
}
