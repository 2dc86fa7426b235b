/// Replacement of the script header that libavcodec generates for text without a style.
package enum ScriptHeader {
    /// Returns a header with Oriel's style: plain outlined text, a nineteenth of the picture high. The script's
    /// resolution stays, since converted positions refer to it.
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

    /// Value of a `Name: number` line; nil if it isn't positive or is absurdly large.
    private static func number(of name: String, in lines: [Substring]) -> Int? {
        guard let line = lines.first(where: { $0.hasPrefix(name + ":") }),
            let number = Int(line.dropFirst(name.count + 1).filter { $0 != " " }), (1...100_000).contains(number)
        else { return nil }
        return number
    }

    /// Replaces the number before an event's first comma.
    package static func numbered(_ event: [UInt8], _ order: Int) -> [UInt8] {
        guard let comma = event.firstIndex(of: UInt8(ascii: ",")) else { return event }
        return Array("\(order)".utf8) + event[comma...]
    }
}
