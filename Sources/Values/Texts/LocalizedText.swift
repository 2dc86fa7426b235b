/// A text of the user interface as its translations know it: the English text that stands in the code, with places for
/// values. `"\(index) of \(count)"` is known as `{0} of {1}`; a translation may order its places anew.
public struct LocalizedText: Hashable, Sendable, ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var values: [String] = []

        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        public mutating func appendLiteral(_ literal: String) { text += literal }

        public mutating func appendInterpolation(_ value: some Any) {
            text += "{\(values.count)}"
            values.append("\(value)")
        }
    }

    /// The English text with its places, which gettext(3) calls the message's identifier.
    package let identifier: String
    /// Values of the places.
    package let values: [String]

    public init(stringLiteral text: String) { (identifier, values) = (text, []) }

    public init(stringInterpolation text: StringInterpolation) { (identifier, values) = (text.text, text.values) }

    /// Puts the values into a text with places. A place without a value stays as it is.
    package func filled(into text: String) -> String {
        guard !values.isEmpty else { return text }
        var (result, rest) = ("", text[...])
        while let place = rest.firstIndex(of: "{") {
            result += rest[..<place]
            rest = rest[place...]
            guard let end = rest.firstIndex(of: "}"), let number = Int(rest[rest.index(after: place)..<end]),
                values.indices.contains(number)
            else {
                result.append(rest.removeFirst())
                continue
            }
            result += values[number]
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
