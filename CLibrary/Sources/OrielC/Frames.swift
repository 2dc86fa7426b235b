public import COriel
import Oriel

// Frames that the program makes. Any thread, except removal of the picture.

/// The program's memory of a frame. If the frame was taken, `release` returns it when the last reader is done.
final class FrameMemory: @unchecked Sendable {  // Changed only before it is shared.
    private var release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    private let data: UnsafeMutableRawPointer?

    init(_ frame: oriel_frame) {
        release = frame.release
        data = frame.data
    }

    func giveBack() { release?(data) }

    /// Leaves the memory to the program, because the frame was not taken.
    func forget() { release = nil }
}

@c @implementation public func oriel_view_enqueue(
    _ view: OpaquePointer?, _ frame: UnsafePointer<oriel_frame>?
) -> oriel_error {
    onFrames(view) { view throws(Failure) in
        let frame = try Arguments.structure(frame, "frame")
        let format = try SampleBuffer.Format(frame.format)
        let attributes = try SampleBuffer.Attributes(frame)
        let planes = try frame.wrappedPlanes()
        let (width, height, time) = (Int(frame.width), Int(frame.height), Duration.nanoseconds(frame.time))
        if frame.release == nil {
            try view.enqueueCopy(format, width, height, planes, time, attributes)
            return
        }
        let memory = FrameMemory(frame)
        do throws(SampleBufferError) {
            let buffer = try SampleBuffer(
                format, width: width, height: height, planes: planes, time: time, attributes: attributes,
                release: { memory.giveBack() })
            do throws(SampleBufferError) { try view.enqueue(buffer) } catch {
                memory.forget()
                throw error
            }
        } catch { throw Failure(error) }
    }
}

@c @implementation public func oriel_view_enqueue_copy(
    _ view: OpaquePointer?, _ format: oriel_format, _ width: CInt, _ height: CInt, _ bytes: UnsafeRawPointer?,
    _ bytesPerRow: Int, _ time: Int64
) -> oriel_error {
    onFrames(view) { view throws(Failure) in
        guard let bytes else { throw .isNull("bytes") }
        // Reads as much as the rows need; the format is checked later.
        let (size, overflows) = bytesPerRow.multipliedReportingOverflow(by: Int(max(0, height)))
        let plane = SampleBuffer.Plane(
            UnsafeRawBufferPointer(start: bytes, count: overflows ? 0 : max(0, size)), bytesPerRow: bytesPerRow)
        try view.enqueueCopy(
            SampleBuffer.Format(format), Int(width), Int(height), [plane], .nanoseconds(time), .init())
    }
}

@c @implementation public func oriel_view_is_ready(
    _ view: OpaquePointer?, _ isReady: UnsafeMutablePointer<Bool>?
) -> oriel_error {
    onFrames(view) { view throws(Failure) in
        guard let isReady else { throw .isNull("is_ready") }
        isReady.pointee = view.isReadyForMoreMediaData
    }
}

/// The program's callback for more frames.
private struct FrameRequest: @unchecked Sendable {  // Called on the main thread alone.
    let view: OpaquePointer?
    let wanted: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    let data: UnsafeMutableRawPointer?
}

@c @implementation public func oriel_view_request_frames(
    _ view: OpaquePointer?, _ wanted: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
    _ data: UnsafeMutableRawPointer?
) -> oriel_error {
    onFrames(view) { frames throws(Failure) in
        guard let wanted else { return frames.stopRequestingMediaData() }
        let request = FrameRequest(view: view, wanted: wanted, data: data)
        frames.requestMediaDataWhenReady { request.wanted(request.view, request.data) }
    }
}

@c @implementation public func oriel_view_flush(_ view: OpaquePointer?) -> oriel_error {
    onFrames(view) { $0.flush() }
}

@c @implementation @MainActor public func oriel_view_remove_picture(_ view: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in try frames(of: view).flushAndRemoveImage() }
}

@c @implementation public func oriel_view_get_time(
    _ view: OpaquePointer?, _ time: UnsafeMutablePointer<Int64>?, _ rate: UnsafeMutablePointer<Double>?
) -> oriel_error {
    onFrames(view) { view in
        time?.pointee = view.timebase.time.nanoseconds
        rate?.pointee = view.timebase.rate
    }
}

@c @implementation public func oriel_view_set_time(_ view: OpaquePointer?, _ time: Int64) -> oriel_error {
    onFrames(view) { $0.timebase.setTime(.nanoseconds(time)) }
}

@c @implementation public func oriel_view_set_rate(_ view: OpaquePointer?, _ rate: Double) -> oriel_error {
    onFrames(view) { view throws(Failure) in
        guard rate >= 0 else { throw Failure(ORIEL_ERROR_ARGUMENT, "a clock can't run at a rate of \(rate)") }
        view.timebase.setRate(rate)
    }
}

private func frames(of view: OpaquePointer?) throws(Failure) -> SampleBufferView {
    let handle: ViewHandle = try Handles.find(view)
    guard let frames = handle.frames else {
        throw Failure(ORIEL_ERROR_UNSUPPORTED, "the view shows a player, and takes no frames")
    }
    return frames
}

func onFrames(_ view: OpaquePointer?, _ body: (SampleBufferView) throws(Failure) -> Void) -> oriel_error {
    onAnyThread { () throws(Failure) in try body(frames(of: view)) }
}

extension SampleBufferView {
    /// Copies checked planes into memory of the library.
    fileprivate nonisolated func enqueueCopy(
        _ format: SampleBuffer.Format, _ width: Int, _ height: Int, _ planes: [SampleBuffer.Plane], _ time: Duration,
        _ attributes: SampleBuffer.Attributes
    ) throws(Failure) {
        do throws(SampleBufferError) {
            _ = try SampleBuffer(
                format, width: width, height: height, planes: planes, time: time, attributes: attributes, release: {})
            let copy = try SampleBuffer(
                format, width: width, height: height, time: time, attributes: attributes
            ) { copies in
                for (copy, plane) in zip(copies, planes) {
                    let length = min(copy.bytesPerRow, plane.bytesPerRow)
                    let rows = copy.bytes.count / copy.bytesPerRow
                    for row in 0..<rows {
                        let begin = row * plane.bytesPerRow
                        // The last row has no padding.
                        let end = min(begin + length, plane.bytes.count)
                        UnsafeMutableRawBufferPointer(rebasing: copy.bytes[(row * copy.bytesPerRow)...])
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: plane.bytes[begin..<end]))
                    }
                }
            }
            try enqueue(copy)
        } catch { throw Failure(error) }
    }
}
