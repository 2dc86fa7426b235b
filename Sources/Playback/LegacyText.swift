import Glibc

/// Text of the days before UTF-8: most files that aren't UTF-8 are in Windows' code page for western Europe.
enum LegacyText {
    /// The bytes where they are UTF-8; else what they mean in Windows-1252 (`iconv`).
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
        guard let converter = iconv_open("UTF-8", "WINDOWS-1252"), Int(bitPattern: converter) != -1 else {
            return bytes
        }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: bytes.count * 3)
        let capacity = output.count
        let written = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (from, to) = (input.baseAddress, output.baseAddress)
                var (left, room) = (input.count, capacity)
                while left > 0, iconv(converter, &from, &left, &to, &room) == -1 {
                    // Five of its bytes mean nothing.
                    guard errno == EILSEQ || errno == EINVAL, left > 0, room > 0 else { break }
                    from?.pointee = CChar(UInt8(ascii: "?"))
                }
                return capacity - room
            }
        }
        return output.prefix(written).map { UInt8(bitPattern: $0) }
    }
}
