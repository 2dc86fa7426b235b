/// An optional field of JSON, written as `null` and not left out if there is no value.
@propertyWrapper
package struct Nullable<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value? = nil) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a field that may be absent.
    func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
        Nullable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}
