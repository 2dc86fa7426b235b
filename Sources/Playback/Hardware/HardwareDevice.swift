import CFFmpeg
import OrielMedia
import OrielPlatform

/// An open VA-API device (`AVHWDeviceContext`), closed with the object. Immutable, any thread.
package final class HardwareDevice: @unchecked Sendable {
    let reference: UnsafeMutablePointer<AVBufferRef>

    private init(_ reference: UnsafeMutablePointer<AVBufferRef>) { self.reference = reference }

    deinit {
        var reference: UnsafeMutablePointer<AVBufferRef>? = reference
        av_buffer_unref(&reference)
    }

    private enum Answer: Sendable {
        case device(HardwareDevice)
        case code(CInt)
    }

    /// Opens a device, which loads its driver. It is opened on a thread of its own, since a driver may not answer; such
    /// a thread is left behind.
    /// - Parameter limit: how long the caller waits.
    package static func open(
        _ path: String, within limit: Duration = .seconds(2)
    ) throws(HardwareFault) -> HardwareDevice {
        let answer = Monitor<Answer?>(nil)
        do throws(PlatformError) {
            _ = try NamedThread("oriel-hwdec") {
                let made = make(path)
                answer.update { $0 = made }
            }
        } catch { throw .device(path: path, words: "\(error)") }
        switch answer.wait(upTo: limit, { $0 }) {
        case .device(let device): return device
        case .code(let code): throw .device(path: path, words: Libav.words(code))
        case nil: throw .device(path: path, words: "no answer within \(limit.components.seconds) s")
        }
    }

    private static func make(_ path: String) -> Answer {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // Otherwise libavutil would try the X server next.
        av_dict_set(&options, "connection_type", "drm", 0)
        var reference: UnsafeMutablePointer<AVBufferRef>?
        let code = av_hwdevice_ctx_create(&reference, AV_HWDEVICE_TYPE_VAAPI, path, options, 0)
        guard code >= 0, let reference else { return .code(code) }
        return .device(HardwareDevice(reference))
    }
}
