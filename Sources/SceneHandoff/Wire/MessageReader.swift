/// Decodes a message's bytes and checks the length at each step.
package struct MessageReader {
    /// Maximum length of a string in bytes of UTF-8.
    package static let maximumString = 1024
    /// Maximum length of an opaque field in bytes.
    package static let maximumBlob = 49_152
    /// Maximum number of elements of a list.
    package static let maximumCount = 64

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Whether no field follows; fields added later are read only if present.
    package var isAtEnd: Bool { position == bytes.endIndex }

    /// Skips `count` bytes and returns their range.
    private mutating func take(_ count: Int) throws(MessageError) -> Range<Int> {
        guard count <= bytes.endIndex - position else { throw .truncated }
        defer { position += count }
        return position..<position + count
    }

    package mutating func integer<Integer: FixedWidthInteger>(
        _ type: Integer.Type = Integer.self
    ) throws(MessageError) -> Integer {
        let place = try take(MemoryLayout<Integer>.size)
        var value: Integer = 0
        for index in place.reversed() { value = value << 8 | Integer(truncatingIfNeeded: bytes[index]) }
        return value
    }

    package mutating func bool() throws(MessageError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: false
        case 1: true
        default: throw .value
        }
    }

    package mutating func double() throws(MessageError) -> Double { Double(bitPattern: try integer()) }
    package mutating func duration() throws(MessageError) -> Duration { .nanoseconds(try integer(Int64.self)) }
    /// A coordinate or length in pixels: 32 bits, so that sums of a few can't overflow.
    package mutating func pixels() throws(MessageError) -> Int { Int(try integer(Int32.self)) }

    package mutating func string() throws(MessageError) -> String {
        let count = Int(try integer(UInt16.self))
        guard count <= Self.maximumString else { throw .oversized }
        guard let value = String(validating: bytes[try take(count)], as: UTF8.self) else { throw .value }
        return value
    }

    package mutating func blob() throws(MessageError) -> [UInt8] {
        let count = try integer(UInt32.self)
        guard count <= Self.maximumBlob else { throw .oversized }
        return Array(bytes[try take(Int(count))])
    }

    package mutating func value<Value: WireValue>(_ type: Value.Type = Value.self) throws(MessageError) -> Value {
        try Value(from: &self)
    }

    package mutating func optional<Value: WireValue>(
        _ type: Value.Type = Value.self
    ) throws(MessageError) -> Value? { try bool() ? try Value(from: &self) : nil }

    package mutating func optionalString() throws(MessageError) -> String? { try bool() ? try string() : nil }

    package mutating func list<Value: WireValue>(_ type: Value.Type = Value.self) throws(MessageError) -> [Value] {
        let count = Int(try integer(UInt16.self))
        guard count <= Self.maximumCount else { throw .oversized }
        var values: [Value] = []
        for _ in 0..<count { values.append(try Value(from: &self)) }
        return values
    }
}
