/// An ASS subtitle script that is expensive to draw, for a frame of 1280x720; all its events are visible from the
/// beginning.
public struct HeavyScript: Sendable, CustomStringConvertible {
    public let name: String
    /// Layer and text of each event.
    public let events: [(layer: Int, text: String)]
    /// Lines of its fonts section.
    public var fonts = ""

    public init(_ name: String, _ events: [String]) {
        self.name = name
        self.events = events.enumerated().map { ($0.offset % 200, $0.element) }
    }

    public var description: String { name }

    /// The file's contents before its events.
    public static let header = """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 1280
        PlayResY: 720

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
        StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
        Style: Default,DejaVu Sans,48,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,2,2,20,20,20,1


        """

    /// The whole file. Its events last for ten minutes.
    public var file: String {
        var text = Self.header + fonts
        text += "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        for (layer, line) in events {
            text += "Dialogue: \(layer),0:00:00.00,0:10:00.00,Default,,0,0,0,,\(line)\n"
        }
        return text
    }

    private static func repeated(_ count: Int, _ text: (Int) -> String) -> [String] { (0..<count).map(text) }

    /// A drawing that covers the frame.
    private static let cover = "{\\p1\\an7\\pos(0,0)}m 0 0 l 1280 0 1280 720 0 720"

    /// Returns a closed path with many corners inside the frame.
    private static func path(_ corners: Int, seed: Int) -> String {
        let points = (0..<corners).map { "\(($0 * 7919 + seed * 31) % 1280) \(($0 * 6101 + seed * 17) % 720)" }
        return "m 640 360 l " + points.joined(separator: " ")
    }

    /// Scripts that need more memory or time than available.
    public static let hostile: [HeavyScript] = [
        HeavyScript(
            "blurred borders",
            repeated(30) {
                "{\\blur50\\be100\\bord40\\frx\($0)\\t(\\frz3600\\fscx400)}A line that is long enough \($0)"
            }),
        HeavyScript(
            "200 blurred borders", repeated(200) { "{\\blur90\\bord90\\fscx400}A line that is long enough \($0)" }),
        HeavyScript("4000 drawings", Array(repeating: cover, count: 4000)),
        HeavyScript("blurred drawings", repeated(60) { "{\\p1\\blur80\\bord\($0)}m 0 0 l 9000 0 9000 9000 0 9000" }),
        HeavyScript(
            "a drawing out of all bounds",
            repeated(20) { "{\\p9\\fscx\($0)000}m 0 0 l 2000000 0 2000000 200000 0 9" }),
        HeavyScript("clips", repeated(300) { "{\\clip(\(path(3000, seed: $0)))}A line that is cut out \($0)" }),
        HeavyScript(
            "karaoke", repeated(20) { _ in String(repeating: "{\\kf5\\blur9\\bord9\\t(\\fscy300)}ka", count: 900) }),
        HeavyScript("letters without end", [String(repeating: "A line of letters ", count: 50_000)]),
        HeavyScript("overrides without end", [String(repeating: "{\\t(0,9,\\fscx9)\\fs90}x", count: 30_000)]),
        HeavyScript("large letters", repeated(50) { "{\\fs4000\\fscx900\\bord200\\shad300\\blur30}Wide \($0)" }),
        HeavyScript(
            "rotations", repeated(100) { "{\\frx\($0)\\fry80\\fax4\\org(-9000,9000)\\blur40\\bord50}Turned \($0)" }),
        HeavyScript("lines by the thousand", repeated(4000) { "{\\blur2}Line \($0) of many that are shown together" }),
        HeavyScript("opaque boxes", repeated(400) { "{\\xbord900\\ybord500\\xshad900\\blur60\\fs200}Box \($0)" }),
        withFonts,
    ]

    /// Invalid fonts, encoded as in a fonts section: about 50 MB.
    private static var withFonts: HeavyScript {
        var script = HeavyScript("fonts", ["A line"])
        let line = String(repeating: "0", count: 80) + "\n"
        script.fonts = "[Fonts]\n"
        for number in 0..<4 {
            script.fonts += "fontname: f\(number).ttf\n" + String(repeating: line, count: 40_000)
        }
        script.fonts += "\n"
        return script
    }

    /// Realistic typesetting, as complex as found in practice.
    public static let honest: [HeavyScript] = [
        HeavyScript(
            "signs",
            repeated(12) {
                "{\\an5\\pos(\(100 + $0 * 90),\(80 + $0 * 45))\\blur3\\bord6\\3c&H4020C0&\\fscx120\\frz\($0 * 7)}Sign \($0)"
            }),
        HeavyScript(
            "a gradient of slices",
            repeated(180) {
                "{\\an5\\pos(640,360)\\fs160\\bord0\\clip(0,\(260 + $0),1280,\(261 + $0))\\c&H\(String($0 + 70, radix: 16))20F0&}SLICED"
            }),
        HeavyScript(
            "karaoke in layers",
            repeated(3) { layer in
                "{\\an8\\blur\(layer)\\bord\(6 - 2 * layer)}"
                    + (0..<24).map { "{\\kf20\\t(\($0 * 200),\($0 * 200 + 300),\\fscy120\\3c&HFF8000&)}ka" }.joined()
            }),
        HeavyScript(
            "masks",
            repeated(40) { "{\\p1\\an7\\pos(0,0)\\bord0\\shad0\\blur1\\1a&HC0&}\(path(120, seed: $0))" }),
        HeavyScript(
            "a cover and a line",
            [cover.replacing("\\p1", with: "\\p1\\1a&H40&\\c&H000000&"), "A line\\Non two rows"]),
        HeavyScript(
            "turned in space", repeated(16) { "{\\frx\($0 * 9)\\fry\($0 * 5)\\fax0.2\\be2\\bord3\\shad4}Turned \($0)" }),
        HeavyScript("a page of lines", repeated(60) { "Line \($0) among others that are shown together" }),
    ]
}
