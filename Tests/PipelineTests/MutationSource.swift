import Foundation
import OrielTestSupport

/// A small valid file to be mutated.
struct MutationSource: Sendable {
    let name: String
    /// The ffmpeg output options that make it from video, a tone and subtitles; nil for a file with given bytes.
    private let output: [String]
    private let bytes: [UInt8]?
    private let clip: ClipCase?
    /// Whether it is read as a subtitle file.
    var isSubtitles: Bool { bytes != nil }

    private init(_ name: String, _ output: [String]) {
        (self.name, self.output, bytes, clip) = (name, output, nil, nil)
    }
    private init(_ name: String, _ text: String) {
        (self.name, output, bytes, clip) = (name, [], Array(text.utf8), nil)
    }
    private init(_ clip: ClipCase) { (name, output, bytes, self.clip) = (clip.name, [], nil, clip) }
    private init(_ name: String, bytes: [UInt8]) { (self.name, output, self.bytes, clip) = (name, [], bytes, nil) }

    /// Returns its path; the file is made at the first call.
    func file() throws -> String {
        if let clip { return try clip.file() }
        let path = IndexClip.folder + "/" + name
        if FileManager.default.fileExists(atPath: path) { return path }
        if let bytes {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
            return path
        }
        let fresh = IndexClip.path(name)
        var arguments = ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=15:d=2"]
        arguments += ["-f", "lavfi", "-i", "sine=frequency=700:duration=2:sample_rate=48000"]
        for source in [Self.srt, Self.ass, Self.pgs] { arguments += ["-i", try source.file()] }
        let output = try output.map { $0 == "FONT" ? try Self.font.file() : $0 == "COVER" ? try Self.cover() : $0 }
        try ffmpeg(arguments + output + ["-t", "2", fresh])
        _ = rename(fresh, path)
        return path
    }

    /// All sources: video alone in each codec and container, with sound and subtitles, sound alone, and subtitle files.
    static let all = pictures + films + music + subtitles

    private static let pictures = (ClipCase.codecs + ClipCase.containers).filter {
        !["raw.avi", "box.y4m"].contains($0.name)
    }.map(Self.init)

    // MARK: With sound, and subtitles if the container can have them

    private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-g", "8", "-pix_fmt", "yuv420p"]
    private static let withText = ["-map", "0", "-map", "1", "-map", "2"]
    private static let withScript = ["-map", "0", "-map", "1", "-map", "3"]
    private static let withPictures = ["-map", "0", "-map", "1", "-map", "4"]
    private static let alone = ["-map", "0", "-map", "1"]

    private static let films: [MutationSource] = [
        Self("talk.mp4", withText + h264 + ["-c:a", "aac", "-c:s", "mov_text"]),
        Self(
            "talk-fragments.mp4",
            withText + h264 + ["-c:a", "aac", "-c:s", "mov_text", "-movflags", "frag_keyframe+empty_moov"]),
        Self("talk.mov", withText + ["-c:v", "mpeg4", "-c:a", "pcm_s16le", "-c:s", "mov_text"]),
        Self("talk.3gp", withText + ["-c:v", "h263", "-s", "128x96", "-c:a", "aac", "-c:s", "mov_text"]),
        Self(
            "talk.mkv",
            withText + ["-map", "3"] + h264
                + ["-c:a", "libvorbis", "-c:s", "copy", "-attach", "FONT", "-metadata:s:t", "mimetype=font/ttf"]),
        Self(
            "talk-pictures.mkv",
            withPictures + ["-map", "4", "-map", "4", "-c:v", "mpeg4", "-c:a", "flac"]
                + ["-c:s:0", "copy", "-c:s:1", "dvdsub", "-c:s:2", "dvbsub"]),
        Self("talk.webm", withText + ["-c:v", "libvpx", "-c:a", "libopus", "-c:s", "webvtt"]),
        Self("talk.ts", withPictures + ["-c:v", "mpeg2video", "-c:a", "mp2", "-c:s", "dvbsub"]),
        Self("talk.m2ts", withPictures + h264 + ["-c:a", "ac3", "-c:s", "copy"]),
        Self("talk.vob", withPictures + ["-c:v", "mpeg2video", "-c:a", "ac3", "-c:s", "dvdsub", "-f", "vob"]),
        Self("talk.flv", withText + ["-c:v", "flv", "-c:a", "libmp3lame", "-ar", "44100", "-c:s", "text"]),
        Self("talk.nut", withScript + ["-c:v", "mpeg4", "-c:a", "pcm_s16le", "-c:s", "copy"]),
        Self("talk.ogv", alone + ["-c:v", "libtheora", "-c:a", "libvorbis"]),
        Self("talk.avi", alone + ["-c:v", "mpeg4", "-c:a", "libmp3lame"]),
        Self("talk.wmv", alone + ["-c:v", "wmv2", "-c:a", "wmav2"]),
        Self("talk.mxf", alone + ["-c:v", "mpeg2video", "-r", "25", "-c:a", "pcm_s16le"]),
        Self("talk.wtv", alone + ["-c:v", "mpeg2video", "-c:a", "mp2"]),
        Self("talk.rm", alone + ["-c:v", "rv10", "-s", "128x96", "-c:a", "ac3"]),
        Self("talk.mpg", alone + ["-c:v", "mpeg1video", "-r", "25", "-c:a", "mp2"]),
        Self("talk.swf", alone + ["-c:v", "flv", "-c:a", "libmp3lame", "-ar", "44100"]),
    ]

    // MARK: Sound

    private static let withCover = [
        "-i", "COVER", "-map", "1", "-map", "5", "-disposition:v", "attached_pic", "-c:v", "copy",
    ]

    private static let music: [MutationSource] =
        [
            Self("sound.mp3", withCover + ["-c:a", "libmp3lame"]),
            Self("sound.flac", withCover + ["-c:a", "flac"]),
            Self("sound.m4a", withCover + ["-c:a", "aac"]),
        ]
        + [
            "wav": ["pcm_s16le"], "adpcm.wav": ["adpcm_ms"], "alac.m4a": ["alac"], "ogg": ["libvorbis"],
            "oga": ["flac"], "opus": ["libopus"], "spx": ["libspeex"], "aac": ["aac"], "ac3": ["ac3"],
            "eac3": ["eac3"], "dts": ["dca", "-strict", "-2"], "thd": ["truehd", "-strict", "-2"],
            "aiff": ["pcm_s16be"], "au": ["pcm_s16be"], "caf": ["pcm_s16be"], "w64": ["pcm_s16le"],
            "voc": ["pcm_s16le"], "wv": ["wavpack"], "tta": ["tta"], "wma": ["wmav2"], "mka": ["mp2"],
            "gsm": ["libgsm", "-ar", "8000", "-ac", "1"],
        ].sorted { $0.key < $1.key }.map { Self("sound." + $0.key, ["-map", "1", "-c:a"] + $0.value) }

    private static func cover() throws -> String { try IndexClip.make("cover.jpg", ["-frames:v", "1"]) }

    /// Not a real font, but as large as a header.
    private static let font = Self("font.ttf", bytes: (0..<3000).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) })

    // MARK: Subtitles

    private static let srt = Self(
        "lines.srt",
        """
        1
        00:00:00,100 --> 00:00:00,900
        First <i>line</i> {\\an8}above

        2
        00:00:01,000 --> 00:00:01,800
        Zweite <font color="#ff0000">Zeile</font>

        """)

    private static let ass = Self(
        "lines.ass",
        """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 320
        PlayResY: 180

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
        Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
        MarginR, MarginV, Encoding
        Style: Default,sans-serif,24,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:00.10,0:00:00.90,Default,,0,0,0,,{\\an5\\pos(160,90)\\t(0,500,\\frz30)\\blur2}turned
        Dialogue: 1,0:00:00.10,0:00:01.50,Default,,0,0,0,,{\\p1\\clip(m 0 0 l 80 0 80 80)}m 0 0 l 60 0 60 60 0 60{\\p0}
        Dialogue: 0,0:00:01.00,0:00:01.80,Default,,0,0,0,Banner;20,{\\k20}sung {\\fad(100,100)\\move(0,0,50,50)}and moved

        """)

    private static let pgs: MutationSource = {
        var file = PGSFile(width: 96, height: 64)
        file.show(x: 8, y: 40, width: 80, height: 16, at: 100)
        file.clear(at: 900)
        file.show(x: 16, y: 40, width: 64, height: 16, at: 1000)
        file.clear(at: 1800)
        return Self("lines.sup", bytes: file.bytes)
    }()

    private static let subtitles: [MutationSource] = [
        srt, ass, pgs,
        Self(
            "lines.vtt",
            """
            WEBVTT

            STYLE
            ::cue { color: yellow }

            00:00.100 --> 00:00.900 line:10% align:start
            <v Anna>First <b>line</b>

            00:01.000 --> 00:01.800
            Second

            """),
        Self("lines.sub", "{1}{1}30\n{3}{27}First line|{y:i}Second\n{30}{54}{c:$0000ff}Third\n"),
        Self(
            "lines.smi",
            """
            <SAMI><HEAD><STYLE TYPE="text/css"><!-- .ENCC { Name: English; lang: en-US; } --></STYLE></HEAD><BODY>
            <SYNC Start=100><P Class=ENCC>First<br>line
            <SYNC Start=900><P Class=ENCC>&nbsp;
            <SYNC Start=1000><P Class=ENCC><i>Second</i>
            </BODY></SAMI>

            """),
        Self("lines.lrc", "[ti:Title]\n[00:00.10]First line\n[00:01.00]Second\n"),
        Self("lines.mpl", "[1][9]First|/line\n[10][18]Second\n[20][30]Third\n"),
    ]
}
