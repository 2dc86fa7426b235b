import Foundation

/// The JSON of the commands: one line, keys in alphabetical order, slashes as they are.
enum JSON {
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A position that is no number yet is none.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "unknown")
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "unknown")
        return try? decoder.decode(type, from: Data(bytes))
    }
}

extension SessionStatus {
    /// `oriel status --json`.
    public var json: String { String(decoding: JSON.encode(self), as: UTF8.self) }
}

extension PlayerStatus {
    /// What a player hands to the broker's link (`PlayerHandlers.snapshot`).
    public var snapshot: [UInt8] { JSON.encode(self) }
}
