package import OrielRemoteControl

/// Output of `oriel play --hand-back`, of which the last part is kept: lines for people, then its report.
package struct PlayerOutput {
    private static let limit = 1 << 18
    private var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
        if bytes.count > 2 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    private var lines: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "\n")) }

    /// State in which the player has ended; nil if it told none.
    package var report: HandBack? {
        lines.last { $0.first == UInt8(ascii: "{") }.flatMap { HandBack(json: Array($0)) }
    }

    /// Last line for people, without the program's name; nil if there is none.
    package var line: String? {
        guard let line = lines.last(where: { $0.first != UInt8(ascii: "{") }) else { return nil }
        let text = String(decoding: line.prefix(1000), as: UTF8.self)
        return text.firstRange(of: "oriel: play: ").map { String(text[$0.upperBound...]) } ?? text
    }
}
