import CFFmpegLoader
import OrielPlatform

/// FFmpeg's shared libraries, which are opened with the first medium: most commands of `oriel` don't need them.
public enum FFmpegLibraries {
    /// Opens the libraries, once. Returns the dynamic loader's error, or nil if they are open. Any thread (`dlopen`).
    public static var problem: String? { oriel_ffmpeg_load().map { String(cString: $0) } }

    /// Starts to open the libraries on a thread, for a program that is about to play. Opening takes a third of the time
    /// to the first frame. Any thread.
    public static func openAhead() {
        // If no thread can be made, they are opened when they are needed.
        _ = try? NamedThread("oriel-ffmpeg") { _ = oriel_ffmpeg_load() }
    }

    /// Opens libavfilter, once. Returns the dynamic loader's error, or nil if it is open. Needed for audio at another
    /// speed than 1, and for the first interlaced frame. Any thread (`dlopen`).
    static var filterProblem: String? { oriel_avfilter_load().map { String(cString: $0) } }
}
