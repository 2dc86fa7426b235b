import OrielPlatform

/// A value that messages can contain. Decoding never traps, whatever the bytes.
package protocol WireValue {
    func write(to writer: inout MessageWriter)
    init(from reader: inout MessageReader) throws(MessageError)
}

/// Enumerations and identifiers are encoded as their raw values. Enumerations with string values may change their
/// order.
extension WireValue where Self: RawRepresentable, RawValue: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(rawValue) }

    package init(from reader: inout MessageReader) throws(MessageError) {
        guard let value = Self(rawValue: try reader.value()) else { throw .value }
        self = value
    }
}

/// Integers are little-endian.
extension WireValue where Self: FixedWidthInteger {
    package func write(to writer: inout MessageWriter) {
        withUnsafeBytes(of: littleEndian) { writer.append($0) }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        let bytes = try reader.take(MemoryLayout<Self>.size)
        self = bytes.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}

extension UInt8: WireValue {}
extension UInt16: WireValue {}
extension UInt32: WireValue {}
extension UInt64: WireValue {}
extension Int32: WireValue {}
extension Int64: WireValue {}

/// A coordinate or length in pixels, clamped to 32 bits, so that sums of a few can't overflow.
extension Int: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(Int32(clamping: self)) }
    package init(from reader: inout MessageReader) throws(MessageError) { self = Int(try reader.value(Int32.self)) }
}

extension Bool: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(UInt8(self ? 1 : 0)) }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0: self = false
        case 1: self = true
        default: throw .value
        }
    }
}

extension Double: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(bitPattern) }
    package init(from reader: inout MessageReader) throws(MessageError) { self.init(bitPattern: try reader.value()) }
}

/// Whole nanoseconds, clamped to 64 bits.
extension Duration: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(nanoseconds) }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self = .nanoseconds(try reader.value(Int64.self))
    }
}

/// A string, cut to `MessageReader.maximumString` bytes at a character.
extension String: WireValue {
    package func write(to writer: inout MessageWriter) {
        var utf8 = Array(utf8.prefix(MessageReader.maximumString))
        if utf8.count < self.utf8.count {
            var end = self.utf8.index(startIndex, offsetBy: utf8.count)
            while end > startIndex, end.samePosition(in: self) == nil { end = self.utf8.index(before: end) }
            utf8 = Array(self[..<end].utf8)
        }
        writer.write(UInt16(clamping: utf8.count))
        writer.append(utf8)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        let count = Int(try reader.value(UInt16.self))
        guard count <= MessageReader.maximumString else { throw .oversized }
        guard let value = String(validating: try reader.take(count), as: UTF8.self) else { throw .value }
        self = value
    }
}

extension Optional: WireValue where Wrapped: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(self != nil)
        if let self { writer.write(self) }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self = try reader.value() ? try reader.value(Wrapped.self) : nil
    }
}
