import Foundation
public import OrielGeometry
public import OrielMedia
import OrielPlatform
public import OrielStamps
import Synchronization

/// A video file with its stream's colour and an index in each frame, made by the `ffmpeg` program.
///
/// The frames are made of 28 by 16 cells and scaled up by ffmpeg without interpolation, in BT.709 and limited range
/// unless `extra` differs.
public struct StampedClip: Hashable, Sendable {
    public var stream: StampColor
    public var size: Size
    /// Frames per second.
    public var rate: Rational
    /// Number of frames, at most `StampPainter.maximumIndex` + 1.
    public var frames: Int
    /// Name of ffmpeg's encoder.
    public var codec: String
    /// Name of ffmpeg's muxer.
    public var container: String
    /// Name of ffmpeg's pixel format.
    public var pixelFormat: String
    /// Number of consecutive B-frames; nil leaves it to the encoder.
    public var bFrames: Int?
    /// Number of frames between key frames; nil leaves it to the encoder.
    public var keyInterval: Int?
    /// Durations of the frames in multiples of 1/rate, repeated; empty for a constant rate.
    public var durations: [Int]
    /// Index of the first frame.
    public var firstIndex: Int
    /// Audio of the clip; nil for none.
    public var sound: ClipSound?
    /// Additional output options of ffmpeg, such as `["-metadata:s:v", "rotate=90"]`.
    public var extra: [String]

    public init(
        stream: StampColor = .green, size: Size = Size(width: 1280, height: 720), rate: Rational = Rational(30, 1),
        frames: Int = 90, codec: String = "libx264", container: String = "mp4", pixelFormat: String = "yuv420p",
        bFrames: Int? = 2, keyInterval: Int? = nil, durations: [Int] = [], firstIndex: Int = 0, sound: ClipSound? = nil,
        extra: [String] = []
    ) {
        self.stream = stream
        self.size = size
        self.rate = rate
        self.frames = frames
        self.codec = codec
        self.container = container
        self.pixelFormat = pixelFormat
        self.bFrames = bFrames
        self.keyInterval = keyInterval
        self.durations = durations
        self.firstIndex = firstIndex
        self.sound = sound
        self.extra = extra
    }

    /// Returns the time of a frame since the start of the stream; `frame` counts from 0.
    public func presentationTime(ofFrame frame: Int) -> Duration {
        let ticks: Int
        if durations.isEmpty {
            ticks = frame
        } else {
            ticks =
                frame / durations.count * durations.reduce(0, +)
                + durations.prefix(frame % durations.count).reduce(0, +)
        }
        return .seconds(Double(ticks) * Double(rate.denominator) / Double(rate.numerator))
    }

    /// Returns the path of the clip's file, which is created at the first call and kept until the process ends. With
    /// `ORIEL_CLIPS` set, it is kept in that folder for several processes.
    public func file() throws -> String {
        try ClipStore.shared.file(of: self)
    }

    /// Writes the clip to `path`, whatever the path's suffix.
    public func write(to path: String) throws {
        guard frames > 0, firstIndex >= 0, firstIndex + frames <= StampPainter.maximumIndex + 1 else {
            throw TestSupportError("a stamped clip has 1 to \(StampPainter.maximumIndex + 1) frames")
        }
        let folder = try TemporaryFolder()
        let source = "\(folder.path)/cells"
        var cells: [UInt8] = []
        for index in firstIndex..<firstIndex + frames {
            cells.append(contentsOf: StampPainter.cells(of: stream, index: index))
        }
        guard FileManager.default.createFile(atPath: source, contents: Data(cells)) else {
            throw TestSupportError("\(source) can't be written")
        }
        try ffmpeg(arguments(from: source, to: path), limit: .seconds(600))
    }

    private func arguments(from source: String, to path: String) -> [String] {
        let grid = StampPainter.cellGrid
        var result = [
            "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", "\(grid)",
            "-framerate", "\(rate.numerator)/\(rate.denominator)", "-i", source,
        ]
        if let sound {
            let end = presentationTime(ofFrame: frames).seconds
            if sound.delay != 0 { result += ["-itsoffset", "\(sound.delay)"] }
            result += ["-f", "lavfi", "-i", sound.source(pictureSeconds: end)]
            result += ["-map", "0:v", "-map", "1:a", "-c:a", sound.codec, "-ar", "\(sound.rate)"]
            // For encoders marked as experimental.
            result += ["-ac", "\(sound.channels)", "-strict", "-2"]
        }
        result += ["-vf", filter, "-c:v", codec]
        if !durations.isEmpty { result += ["-fps_mode", "passthrough", "-enc_time_base", "1:90000"] }
        if let bFrames { result += ["-bf", "\(bFrames)"] }
        if let keyInterval { result += ["-g", "\(keyInterval)"] }
        result += [
            "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
        ]
        return result + encoderOptions + extra + ["-f", container, path]
    }

    private var filter: String {
        var result =
            "scale=\(size.width):\(size.height):flags=neighbor:out_color_matrix=bt709:out_range=tv,format=\(pixelFormat)"
        if !durations.isEmpty {
            let sum = durations.reduce(0, +)
            var offsets = "0"
            for position in 1..<max(1, durations.count) {
                let offset = durations.prefix(position).reduce(0, +)
                offsets += "+eq(mod(N,\(durations.count)),\(position))*\(offset)"
            }
            result +=
                ",settb=1/90000,setpts='(floor(N/\(durations.count))*\(sum)+\(offsets))"
                + "*90000*\(rate.denominator)/\(rate.numerator)'"
        }
        return result
    }

    /// Options that make an encoder fast and the flat cells exact enough.
    private var encoderOptions: [String] {
        switch codec {
        case "libx264": ["-preset", "superfast", "-crf", "18"]
        case "libx265": ["-preset", "ultrafast", "-x265-params", "log-level=error"]
        case "libvpx", "libvpx-vp9": ["-deadline", "realtime", "-cpu-used", "8", "-b:v", "4M"]
        case "libaom-av1": ["-usage", "realtime", "-cpu-used", "9", "-b:v", "4M"]
        case "libsvtav1": ["-preset", "10", "-svtav1-params", "lookahead=0"]
        case "mpeg1video", "mpeg2video", "mpeg4", "mjpeg": ["-q:v", "3"]
        default: []
        }
    }
}

/// Clips made so far, by their parameters.
private final class ClipStore: Sendable {
    static let shared = ClipStore()

    private struct State {
        var folder: TemporaryFolder?
        var files: [StampedClip: String] = [:]
    }

    private let state = Mutex(State())

    func file(of clip: StampedClip) throws -> String {
        // Held while ffmpeg runs: two parallel runs would only slow each other down.
        try state.withLock { state in
            if let known = state.files[clip] { return known }
            let path = try "\(folder(&state))/\(name(of: clip))"
            if !FileManager.default.fileExists(atPath: path) {
                let partial = "\(path).\(getpid()).part"
                try clip.write(to: partial)
                guard rename(partial, path) == 0 else { throw TestSupportError("\(path) can't be written") }
            }
            state.files[clip] = path
            return path
        }
    }

    private func folder(_ state: inout State) throws -> String {
        if let shared = Executable.environment["ORIEL_CLIPS"], !shared.isEmpty {
            try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
            return shared
        }
        if let folder = state.folder { return folder.path }
        let folder = try TemporaryFolder()
        // Programs under test may run as another user.
        chmod(folder.path, 0o755)
        state.folder = folder
        return folder.path
    }

    private func name(of clip: StampedClip) -> String {
        // FNV-1a of the description: `hashValue` differs between processes.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(clip)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let codec = clip.codec.replacing("lib", with: "")
        return "\(clip.stream)-\(clip.size)-\(codec)-\(String(hash, radix: 36)).\(suffix(of: clip.container))"
    }

    private func suffix(of container: String) -> String {
        ["matroska": "mkv", "mpegts": "ts", "image2": "png"][container] ?? container
    }
}
