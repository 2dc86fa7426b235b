import FoundationEssentials
import OrielPlatform

/// Prints a value as JSON to standard output, in several indented lines.
func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(TerminalText.json(String(decoding: try encoder.encode(value), as: UTF8.self)))
}
