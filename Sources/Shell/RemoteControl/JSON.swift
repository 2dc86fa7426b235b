import FoundationEssentials
import OrielPlatform

/// JSON as the commands print it: one line, keys in alphabetical order, slashes not escaped.
enum JSON {
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Non-finite numbers, such as a position not yet known, become strings.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "unknown")
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }

    /// Encodes for standard output; escapes characters that a terminal would interpret.
    static func line(_ value: some Encodable) -> String {
        TerminalText.json(String(decoding: encode(value), as: UTF8.self))
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "unknown")
        return try? decoder.decode(type, from: Data(bytes))
    }
}

extension SessionStatus {
    /// Output of `oriel status --json`.
    package var json: String { JSON.line(self) }
}

extension PlayerStatus {
    /// The player's state for the broker (`PlayerHandlers.snapshot`). Long names are cut, so that it fits into a
    /// message even after JSON's escaping.
    package var snapshot: [UInt8] {
        var status = self
        status.media = Self.cut(media)
        status.title = Self.cut(title)
        status.output = output.map(Self.cut)
        status.placement?.output = placement?.output.map(Self.cut)
        status.video?.codec = Self.cut(video?.codec ?? "")
        status.audio?.codec = Self.cut(audio?.codec ?? "")
        return JSON.encode(status)
    }

    private static func cut(_ text: String) -> String {
        let limit = 1024
        return text.utf8.count > limit ? text.cut(toBytes: limit - "…".utf8.count) + "…" : text
    }
}
