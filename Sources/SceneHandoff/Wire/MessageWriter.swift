import OrielPlatform

/// Encodes a message: little-endian integers; strings and lists preceded by their lengths.
package struct MessageWriter {
    package private(set) var bytes: [UInt8] = []

    package init() { bytes.reserveCapacity(128) }

    package mutating func write<Integer: FixedWidthInteger>(_ value: Integer) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes the number of bytes that `body` writes, followed by those.
    mutating func writeCounted(_ body: (inout MessageWriter) -> Void) {
        let place = bytes.count
        write(UInt32(0))
        let start = bytes.count
        body(&self)
        let count = UInt32(clamping: bytes.count - start)
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte)) }
    }

    package mutating func write(_ value: Bool) { write(UInt8(value ? 1 : 0)) }
    package mutating func write(_ value: Double) { write(value.bitPattern) }
    /// Writes whole nanoseconds, clamped to 64 bits.
    package mutating func write(_ value: Duration) { write(value.nanoseconds) }
    /// Writes a coordinate or length in pixels, clamped to 32 bits.
    package mutating func write(_ value: Int) { write(Int32(clamping: value)) }

    /// Writes a string, cut to `MessageReader.maximumString` bytes at a character.
    package mutating func write(_ value: String) {
        var utf8 = Array(value.utf8.prefix(MessageReader.maximumString))
        if utf8.count < value.utf8.count {
            var end = value.utf8.index(value.utf8.startIndex, offsetBy: utf8.count)
            while end > value.startIndex, end.samePosition(in: value) == nil { end = value.utf8.index(before: end) }
            utf8 = Array(value[..<end].utf8)
        }
        write(UInt16(clamping: utf8.count))
        bytes.append(contentsOf: utf8)
    }

    /// Writes opaque bytes; an array longer than `MessageReader.maximumBlob` is written as empty.
    package mutating func write(_ value: [UInt8]) {
        let value = value.count <= MessageReader.maximumBlob ? value : []
        write(UInt32(clamping: value.count))
        bytes.append(contentsOf: value)
    }

    package mutating func write(_ value: some WireValue) { value.write(to: &self) }

    package mutating func write(_ value: (some WireValue)?) {
        write(value != nil)
        if let value { value.write(to: &self) }
    }

    package mutating func write(_ value: String?) {
        write(value != nil)
        if let value { write(value) }
    }

    package mutating func write(_ values: [some WireValue]) {
        let values = values.prefix(MessageReader.maximumCount)
        write(UInt16(clamping: values.count))
        for value in values { value.write(to: &self) }
    }
}

/// A value that messages can contain. Decoding never traps, whatever the bytes.
package protocol WireValue {
    func write(to writer: inout MessageWriter)
    init(from reader: inout MessageReader) throws(MessageError)
}

/// Enumerations with string values are encoded as those, so that their order may change.
extension WireValue where Self: RawRepresentable, RawValue == String {
    package func write(to writer: inout MessageWriter) { writer.write(rawValue) }

    package init(from reader: inout MessageReader) throws(MessageError) {
        guard let value = Self(rawValue: try reader.string()) else { throw .value }
        self = value
    }
}
