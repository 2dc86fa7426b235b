public import COriel
import Oriel

// Frames in buffers that a graphics driver shares. Any thread.

@c @implementation public func oriel_view_enqueue_dmabuf(
    _ view: OpaquePointer?, _ buffer: UnsafePointer<oriel_dmabuf>?, _ frame: UnsafePointer<oriel_frame>?
) -> oriel_error {
    onFrames(view) { view throws(Failure) in
        let buffer = try Dmabuf(Arguments.structure(buffer, "buffer"))
        let frame = try Arguments.structure(frame, "frame")
        let attributes = try SampleBuffer.Attributes(frame)
        let memory = FrameMemory(frame)
        do throws(SampleBufferError) {
            let sample = try SampleBuffer(buffer, time: .nanoseconds(frame.time), attributes: attributes) {
                memory.giveBack()
            }
            do throws(SampleBufferError) { try view.enqueue(sample) } catch {
                memory.forget()
                throw error
            }
        } catch { throw Failure(error) }
    }
}

@c @implementation public func oriel_view_dmabuf_formats(
    _ view: OpaquePointer?, _ formats: UnsafeMutablePointer<oriel_dmabuf_format>?, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>?
) -> oriel_error {
    onFrames(view) { view throws(Failure) in
        // Values beyond Int arrive as negative ones.
        let capacity = capacity < 0 ? .max : capacity
        if formats == nil, capacity > 0 { throw .isNull("formats") }
        let support = view.dmabufSupport
        count?.pointee = support.count
        guard let formats else { return }
        for (index, one) in support.prefix(capacity).enumerated() {
            formats[index] = oriel_dmabuf_format(
                fourcc: one.format.fourcc, modifier: one.format.modifier, is_drawn_in_place: one.isDrawnInPlace)
        }
    }
}

extension Dmabuf {
    fileprivate init(_ buffer: oriel_dmabuf) throws(Failure) {
        guard 0...4 ~= buffer.plane_count else {
            throw Failure(ORIEL_ERROR_FRAME, "a buffer of \(UInt(bitPattern: buffer.plane_count)) planes can't be")
        }
        let all = [buffer.planes.0, buffer.planes.1, buffer.planes.2, buffer.planes.3]
        self.init(
            Format(fourcc: buffer.fourcc, modifier: buffer.modifier), width: Int(buffer.width),
            height: Int(buffer.height),
            planes: all.prefix(buffer.plane_count).map {
                Plane(descriptor: $0.descriptor, offset: Int($0.offset), bytesPerRow: Int($0.bytes_per_row))
            })
    }
}
