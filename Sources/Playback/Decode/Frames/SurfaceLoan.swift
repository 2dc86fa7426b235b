import CFFmpeg
import OrielMedia
import Synchronization

/// Number of a decoder's surfaces that frames hold. Any thread.
final class SurfaceLoans: Sendable {
    /// Surfaces beyond those of the decoder: the queue's, and those on the screen. A frame beyond them is copied.
    static let limit = 6

    private let count = Atomic(0)
    private let wasRefused = Atomic(false)

    /// Whether the renderer could not draw a surface, so that all others are copied.
    var isRefused: Bool { wasRefused.load(ordering: .relaxed) }

    func refuse() { wasRefused.store(true, ordering: .relaxed) }

    /// Takes one; false if all are taken.
    func take() -> Bool {
        guard count.add(1, ordering: .relaxed).newValue > Self.limit else { return true }
        give()
        return false
    }

    func give() { count.subtract(1, ordering: .relaxed) }
}

/// A decoded surface that stays in the device, exported as a dmabuf, until its frame is released. Any thread; the
/// driver is called on the device's.
final class SurfaceLoan: @unchecked Sendable {  // Only the device's thread uses the frames.
    let dmabuf: Dmabuf
    /// Format of the samples.
    let format: AVPixelFormat
    private let device: HardwareDevice
    private let loans: SurfaceLoans
    private let memory: FrameBudget
    private let frames: Frames
    private let copy = Mutex<FrameStorage?>(nil)

    /// The surface and its export, which closes its descriptors when it is freed.
    private struct Frames: @unchecked Sendable {
        var surface: UnsafeMutablePointer<AVFrame>?
        var export: UnsafeMutablePointer<AVFrame>?
    }

    /// Longest wait for a driver that copies the surface back.
    private static let patience = Duration.milliseconds(250)

    /// Exports a surface; nil if it can't be drawn in place. On the device's thread.
    /// - Parameter surface: remains the caller's.
    init?(
        _ surface: UnsafeMutablePointer<AVFrame>, _ loans: SurfaceLoans, _ memory: FrameBudget,
        of device: HardwareDevice, for display: DisplayFacts
    ) {
        guard let context = surface.pointee.hw_frames_ctx?.pointee.data else { return nil }
        let pool = UnsafeRawPointer(context).assumingMemoryBound(to: AVHWFramesContext.self).pointee
        guard let form = ExportedSurface.Form(pool.sw_format), loans.take() else { return nil }
        var frames = Frames(surface: av_frame_alloc(), export: av_frame_alloc())
        guard let dmabuf = Self.export(surface, pool, form, &frames), display.draws(dmabuf.format) else {
            av_frame_free(&frames.export)
            av_frame_free(&frames.surface)
            loans.give()
            return nil
        }
        self.dmabuf = dmabuf
        format = pool.sw_format
        self.device = device
        self.loans = loans
        self.memory = memory
        self.frames = frames
    }

    private static func export(
        _ surface: UnsafeMutablePointer<AVFrame>, _ pool: AVHWFramesContext, _ form: ExportedSurface.Form,
        _ frames: inout Frames
    ) -> Dmabuf? {
        guard let kept = frames.surface, let export = frames.export, av_frame_ref(kept, surface) >= 0 else {
            return nil
        }
        export.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
        guard av_hwframe_map(export, kept, CInt(AV_HWFRAME_MAP_READ)) >= 0,
            let data = export.pointee.data.0
        else { return nil }
        let descriptor = UnsafeRawPointer(data).assumingMemoryBound(to: AVDRMFrameDescriptor.self).pointee
        return ExportedSurface(descriptor)?.dmabuf(form, width: Int(pool.width), height: Int(pool.height))
    }

    deinit {
        // The device closes on its own thread if this was its last surface.
        device.thread.post { [device, frames, loans] in
            var frames = frames
            av_frame_free(&frames.export)
            av_frame_free(&frames.surface)
            loans.give()
            _ = device
        }
    }

    /// Notes that the renderer can't draw the surface, so that later ones are copied.
    func refuse() { loans.refuse() }

    /// Copies the surface into memory, once, and returns its planes, valid as long as this object; nil if the driver
    /// fails or doesn't return in time.
    func map(_ format: PixelFormat) -> [VideoFrame.Plane]? {
        let storage = copy.withLock { copy -> FrameStorage? in
            if copy == nil {
                copy =
                    device.thread.call(within: Self.patience) { [device, frames, memory] () -> FrameStorage? in
                        guard let surface = frames.surface else { return nil }
                        return try? device.context.read(surface, memory)
                    } ?? nil
            }
            return copy
        }
        return storage?.planes(format)
    }

    // MARK: In an AVFrame

    /// Makes a frame that holds this loan, with the surface's properties; nil if memory ran out.
    func storage(like surface: UnsafeMutablePointer<AVFrame>) -> FrameStorage? {
        guard let storage = FrameStorage() else { return nil }
        let frame = storage.frame
        let held = Unmanaged.passRetained(self)
        let data = held.toOpaque().assumingMemoryBound(to: UInt8.self)
        guard
            let buffer = av_buffer_create(
                data, 1, { _, data in if let data { Unmanaged<SurfaceLoan>.fromOpaque(data).release() } }, nil, 0)
        else {
            held.release()
            return nil
        }
        frame.pointee.buf.0 = buffer
        frame.pointee.data.0 = data
        frame.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
        guard av_frame_copy_props(frame, surface) >= 0 else { return nil }
        // libavcodec has cut a surface's right and lower edge only.
        let crop = (x: Int(surface.pointee.crop_left), y: Int(surface.pointee.crop_top))
        frame.pointee.width = surface.pointee.width - CInt(clamping: crop.x)
        frame.pointee.height = surface.pointee.height - CInt(clamping: crop.y)
        return storage
    }

    /// Returns the loan that a frame holds; nil for a frame in memory.
    static func held(by frame: AVFrame) -> SurfaceLoan? {
        guard frame.format == AV_PIX_FMT_DRM_PRIME.rawValue, let data = frame.buf.0?.pointee.data else { return nil }
        return Unmanaged<SurfaceLoan>.fromOpaque(data).takeUnretainedValue()
    }
}
