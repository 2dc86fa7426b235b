import Foundation
import OrielPlatform

/// Prints a value as JSON on standard output.
/// - Parameter pretty: over several lines; else exactly one.
func printJSON(_ value: some Encodable, pretty: Bool = true) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
        pretty ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
    print(TerminalText.json(String(decoding: try encoder.encode(value), as: UTF8.self)))
}
