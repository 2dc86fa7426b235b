/// Encodes a message: values one after the other; strings and lists preceded by their lengths.
package struct MessageWriter {
    package private(set) var bytes: [UInt8] = []

    package init() { bytes.reserveCapacity(128) }

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Writes the number of bytes that `body` writes, followed by those.
    mutating func writeCounted(_ body: (inout MessageWriter) -> Void) {
        let place = bytes.count
        write(UInt32(0))
        let start = bytes.count
        body(&self)
        let count = UInt32(clamping: bytes.count - start)
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte)) }
    }

    package mutating func write<each Value: WireValue>(_ values: repeat each Value) {
        repeat (each values).write(to: &self)
    }

    /// Writes a case of an enumeration: its number, followed by its values.
    package mutating func write<each Value: WireValue>(case number: UInt8, _ values: repeat each Value) {
        write(number, repeat each values)
    }

    /// Writes opaque bytes; an array longer than `MessageReader.maximumBlob` is written as empty.
    package mutating func write(blob value: [UInt8]) {
        let value = value.count <= MessageReader.maximumBlob ? value : []
        write(UInt32(clamping: value.count))
        append(value)
    }

    /// Writes at most `MessageReader.maximumCount` values.
    package mutating func write(list values: [some WireValue]) {
        let values = values.prefix(MessageReader.maximumCount)
        write(UInt16(clamping: values.count))
        for value in values { write(value) }
    }
}
