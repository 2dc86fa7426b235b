import Foundation
import OrielDemux
import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielStamps
import OrielTestSupport
import OrielText
import Testing

/// A test's own folder, with the files made in it.
struct Workshop {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// Makes a clip of six seconds with subtitles.
    /// - Parameter inputs: files, one track each.
    func clip(
        _ inputs: [String], _ name: String, _ options: [String], keyInterval: Int? = nil
    ) throws -> String {
        let video = try StampedClip(size: Size(width: 320, height: 180), frames: 180, keyInterval: keyInterval).file()
        let path = "\(folder.path)/\(name)"
        var arguments = ["-i", video]
        for input in inputs { arguments += ["-i", input] }
        arguments += ["-map", "0:v"]
        for index in inputs.indices { arguments += ["-map", "\(index + 1)"] }
        try ffmpeg(arguments + ["-c:v", "copy"] + options + [path])
        return path
    }
}

/// Plays a medium to its end as fast as possible, and returns its subtitles.
func read(_ path: String) throws -> (info: MediaInfo, streams: [SubtitleStream]) {
    let pipeline = try MediaPipeline(location: .path(path), wakeup: Wakeup())
    defer { pipeline.close() }
    try #require(
        wait(.seconds(60)) {
            while pipeline.takeFrame() != nil {}
            return pipeline.snapshot.phase != .opening && pipeline.snapshot.phase != .ready
        })
    return (try #require(pipeline.snapshot.info), pipeline.subtitles)
}

/// Decodes all packets of a stream.
func events(of stream: SubtitleStream) throws -> [SubtitleEvent] {
    let decoder = try #require(SubtitleDecoder(stream))
    var mark = SubtitleStream.Mark()
    return stream.packets(since: &mark).packets.flatMap { decoder.decode($0) }
}

/// Returns the last field of an event: its text with tags.
func text(_ event: SubtitleEvent) -> String? {
    guard case .text(let bytes) = event.content else { return nil }
    let fields = String(decoding: bytes, as: UTF8.self).split(
        separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    return fields.last.map(String.init)
}

/// Returns a text without override tags.
func withoutTags(_ text: String) -> String { text.replacing(/\{[^}]*\}/, with: "") }

let srt = """
    1
    00:00:01,000 --> 00:00:02,500
    First <i>line</i>

    2
    00:00:03,000 --> 00:00:04,000
    Zweite
    Zeile

    """

let ass = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 320
    PlayResY: 180

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    Style: Default,sans-serif,24,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,{\\an5\\pos(160,90)\\p1}m 0 0 l 60 0 60 60 0 60

    """

extension SubtitleStream {
    /// Returns the packets since a mark, and moves the mark on.
    /// - Returns: `isNew` is true if the packets read by that mark before are no longer valid.
    func packets(since mark: inout Mark) -> (packets: [Packet], isNew: Bool) {
        read(since: &mark) { packets, news, isNew in (news.map { packets[$0] }, isNew) }
    }
}
