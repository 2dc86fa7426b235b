import COriel
import Oriel

/// Object behind `oriel_camera`.
@MainActor
final class CameraHandle: Handled {
    nonisolated static let noun = "a camera"

    var handle: OpaquePointer?
    let source: CameraSource
    private weak var view: ViewHandle?

    init(for view: ViewHandle, _ options: oriel_camera_options) throws(Failure) {
        guard !view.host.isClosed else { throw .hasEnded("the view") }
        guard let frames = view.frames else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "the view shows a player, and takes no frames")
        }
        let wanted = try Self.options(options)
        do throws(StartError) { source = try CameraSource(for: frames, options: wanted) } catch { throw Failure(error) }
        self.view = view
        view.cameras.append(self)
        if !options.hides_preview { source.addPreview(frames.displayLayer, isMirrored: options.mirrors_preview) }
        listen(options)
        if let frame = options.frame {
            let receiver = FrameReceiver(frame: frame, data: options.data)
            source.setFrameHandler { receiver.receive($0) }
        }
    }

    private static func options(_ options: oriel_camera_options) throws(Failure) -> CameraOptions {
        var result = CameraOptions()
        result.camera = try Arguments.optionalText(options.id, "id")
        if let size = try Arguments.size(options.width, options.height, "a camera's picture") { result.size = size }
        guard 0...1000 ~= options.rate else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "a camera can't send \(options.rate) frames a second")
        }
        if options.rate > 0 { result.frameRate = Int(options.rate) }
        return result
    }

    private func listen(_ options: oriel_camera_options) {
        let data = options.data
        source.onCamerasChange = { [weak self] in if let self { options.cameras_changed?(handle, data) } }
        source.onFirstFrame = { [weak self] in if let self { options.first_frame?(handle, data) } }
        source.onInterruption = { [weak self] reason in
            if let self { options.interrupted?(handle, oriel_camera_interruption(reason), data) }
        }
        source.onInterruptionEnd = { [weak self] in if let self { options.interruption_ended?(handle, data) } }
        source.onEnd = { [weak self] reason in
            guard let self else { return }
            reason.description.withCString { options.ended?(self.handle, oriel_camera_end(reason), $0, data) }
        }
    }

    var state: oriel_camera_state {
        var state = oriel_camera_state()
        state.size = MemoryLayout<oriel_camera_state>.size
        let cameras = source.cameras
        let current = source.camera?.id
        state.count = cameras.count
        state.current = CInt(clamping: cameras.firstIndex { $0.id == current } ?? -1)
        state.interruption = source.interruption.map { oriel_camera_interruption($0) } ?? ORIEL_CAMERA_NOT_INTERRUPTED
        state.is_suspended = source.isSuspended
        return state
    }

    func camera(_ number: Int) throws(Failure) -> Camera {
        let cameras = source.cameras
        guard cameras.indices.contains(number) else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "there is no camera \(UInt(bitPattern: number))")
        }
        return cameras[number]
    }

    /// Closes the camera and invalidates the handle.
    func free() {
        source.stop()
        view?.cameras.removeAll { $0 === self }
        Handles.discard(handle)
    }
}

/// The program's receiver of frames, on the camera's thread.
private struct FrameReceiver: @unchecked Sendable {  // The program says that it takes frames on that thread.
    let frame: @convention(c) (UnsafePointer<oriel_frame>?, UnsafeMutableRawPointer?) -> Void
    let data: UnsafeMutableRawPointer?

    func receive(_ buffer: SampleBuffer) {
        let described: Void? = buffer.withPlanes { planes in
            let described = planes.map { plane in
                oriel_plane(
                    bytes: plane.bytes.baseAddress, size: plane.bytes.count, bytes_per_row: plane.bytesPerRow)
            }
            described.withUnsafeBufferPointer { list in
                var frame = oriel_frame()
                frame.size = MemoryLayout<oriel_frame>.size
                frame.format = oriel_format(buffer.format)
                frame.color = oriel_color(buffer.color)
                (frame.width, frame.height) = (CInt(clamping: buffer.width), CInt(clamping: buffer.height))
                (frame.planes, frame.plane_count) = (list.baseAddress, list.count)
                frame.time = buffer.time.nanoseconds
                self.frame(&frame, data)
            }
        }
        // A frame that isn't in memory is left out.
        _ = described
    }
}

extension oriel_camera_interruption {
    fileprivate init(_ reason: CameraInterruption) {
        self =
            switch reason {
            case .notAvailableInBackground: ORIEL_CAMERA_NOT_AVAILABLE_IN_BACKGROUND
            case .inUseByAnotherClient: ORIEL_CAMERA_IN_USE_BY_ANOTHER_CLIENT
            }
    }
}

extension oriel_camera_end {
    fileprivate init(_ end: CameraEnd) {
        self =
            switch end {
            case .denied: ORIEL_CAMERA_DENIED
            case .unavailable: ORIEL_CAMERA_UNAVAILABLE
            case .timedOut: ORIEL_CAMERA_TIMED_OUT
            case .revoked: ORIEL_CAMERA_REVOKED
            case .connectionLost: ORIEL_CAMERA_CONNECTION_LOST
            case .failed: ORIEL_CAMERA_FAILED
            }
    }
}
