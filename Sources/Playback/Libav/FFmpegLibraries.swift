import CFFmpegLoader
import Logging
import OrielPlatform

/// FFmpeg's shared libraries, which are opened with the first medium: most commands of `oriel` don't need them.
public enum FFmpegLibraries {
    /// Opens the libraries unless they are open. Returns the dynamic loader's error, or nil if they are. A failure, for
    /// lack of descriptors say, is tried again by the next call. Any thread (`dlopen`).
    public static var problem: String? { oriel_ffmpeg_load().map { String(cString: $0) } }

    /// Starts to open the libraries on a thread, for a program that is about to play. Opening takes a third of the time
    /// to the first frame. Any thread.
    public static func openAhead() {
        // If no thread can be made, they are opened when they are needed.
        _ = try? NamedThread("oriel-ffmpeg") { _ = oriel_ffmpeg_load() }
    }

    /// Opens libavfilter unless it is open. Needed for audio at another speed than 1, and for the first interlaced
    /// frame. Any thread (`dlopen`).
    /// - Parameter loss: words for the log if it can't be opened, which is logged once for each loss.
    package static func openFilters(orLog loss: String) -> Bool {
        guard let problem = oriel_avfilter_load() else { return true }
        if logged.update({ $0.insert(loss).inserted }) { logger.warning("\(loss): \(String(cString: problem))") }
        return false
    }

    private static let logger = Logger(label: "oriel")
    private static let logged = Monitor<Set<String>>([])
}
