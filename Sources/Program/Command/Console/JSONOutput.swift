import FoundationEssentials
import OrielPlatform

/// Prints a value as JSON to standard output.
/// - Parameter pretty: true for several indented lines, false for exactly one line.
func printJSON(_ value: some Encodable, pretty: Bool = true) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
        pretty ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
    print(TerminalText.json(String(decoding: try encoder.encode(value), as: UTF8.self)))
}
