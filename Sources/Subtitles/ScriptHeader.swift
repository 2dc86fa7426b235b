/// The head of a script that libavcodec made up for text without a style of its own.
package enum ScriptHeader {
    /// The same script in our style: plain, outlined, as high as a nineteenth of the picture. Its coordinates stay, since what a
    /// converter places is placed by them.
    package static func restyled(_ header: [UInt8]) -> [UInt8] {
        let lines = String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline)
        let height = number(of: "PlayResY", in: lines) ?? 288
        let width = number(of: "PlayResX", in: lines) ?? 384
        let unit = Double(height) / 288
        func length(_ value: Double) -> String {
            let tenths = Int((value * unit * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)"
        }
        let margin = Int((Double(width) / 24).rounded())
        let text = """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: \(width)
            PlayResY: \(height)
            ScaledBorderAndShadow: yes
            WrapStyle: 0

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
            Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
            MarginR, MarginV, Encoding
            Style: Default,sans-serif,\(length(17.6)),&H00FFFFFF,&H00FFFFFF,&H00000000,&H70000000,0,0,0,0,100,100,0,0,1,\
            \(length(0.95)),\(length(0.45)),2,\(margin),\(margin),\(Int((12 * unit).rounded())),-1

            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

            """
        return Array(text.utf8)
    }

    /// A positive number of a `Name: number` line that is not absurd.
    private static func number(of name: String, in lines: [Substring]) -> Int? {
        guard let line = lines.first(where: { $0.hasPrefix(name + ":") }),
            let number = Int(line.dropFirst(name.count + 1).filter { $0 != " " }), (1...100_000).contains(number)
        else { return nil }
        return number
    }

    /// An event with another number before its first comma.
    package static func numbered(_ event: [UInt8], _ order: Int) -> [UInt8] {
        guard let comma = event.firstIndex(of: UInt8(ascii: ",")) else { return event }
        return Array("\(order)".utf8) + event[comma...]
    }
}
