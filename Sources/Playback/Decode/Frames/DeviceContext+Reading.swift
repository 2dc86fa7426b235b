import CFFmpeg
import CFFmpegLoader
import OrielLibav

extension DeviceContext {
    /// Copies a surface into memory, without its properties.
    /// - Parameter memory: counts the copy.
    func read(
        _ surface: UnsafeMutablePointer<AVFrame>, _ memory: FrameBudget
    ) throws(HardwareFault) -> FrameStorage {
        guard surface.pointee.format == AV_PIX_FMT_VAAPI.rawValue, let reader else { throw .unsupported }
        guard let storage = FrameStorage() else { throw .reading(words: "out of memory") }
        if let words = oriel_read_surface(reader, surface, storage.frame) {
            throw .reading(words: String(cString: words))
        }
        let code = memory.count(storage.frame)
        guard code >= 0 else { throw .reading(words: Libav.words(code)) }
        return storage
    }
}
