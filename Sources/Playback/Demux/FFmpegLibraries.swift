import CFFmpegLoader
import OrielPlatform

/// FFmpeg's libraries. They are opened with the first medium, not with the program: most of what `oriel` is run for needs none
/// of them.
public enum FFmpegLibraries {
    /// Why they can't be opened, in the dynamic loader's words; nil where they are, which this sees to. Any thread (`dlopen`).
    public static var problem: String? { oriel_ffmpeg_load().map { String(cString: $0) } }

    /// Begins to open them beside what the caller does next, for a program that is about to play something: they are a third of
    /// what lies before its first picture. Any thread.
    public static func openAhead() {
        // Without a thread they are opened when they are needed.
        _ = try? NamedThread("oriel-ffmpeg") { _ = oriel_ffmpeg_load() }
    }

    /// Why libavfilter can't be opened; nil where it is, which this sees to. It is opened when sound is first wanted faster or
    /// slower than it was recorded, or when the first interlaced frame comes. Any thread (`dlopen`).
    static var filterProblem: String? { oriel_avfilter_load().map { String(cString: $0) } }
}
