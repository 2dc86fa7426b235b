/// Decodes a message's bytes and checks the length at each step.
package struct MessageReader {
    /// Maximum length of a string in bytes of UTF-8.
    package static let maximumString = 1024
    /// Maximum length of an opaque field in bytes.
    package static let maximumBlob = 49_152
    /// Maximum number of elements of a list.
    package static let maximumCount = 64

    private var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Reads the next `count` bytes.
    mutating func take(_ count: Int) throws(MessageError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    package mutating func value<Value: WireValue>(_ type: Value.Type = Value.self) throws(MessageError) -> Value {
        try Value(from: &self)
    }

    package mutating func blob() throws(MessageError) -> [UInt8] {
        let count = try value(UInt32.self)
        guard count <= Self.maximumBlob else { throw .oversized }
        return Array(try take(Int(count)))
    }

    package mutating func list<Value: WireValue>(_ type: Value.Type = Value.self) throws(MessageError) -> [Value] {
        let count = Int(try value(UInt16.self))
        guard count <= Self.maximumCount else { throw .oversized }
        var values: [Value] = []
        for _ in 0..<count { values.append(try value()) }
        return values
    }
}
