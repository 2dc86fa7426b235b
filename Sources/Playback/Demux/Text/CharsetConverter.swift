import Glibc

/// Converts text of one charset to UTF-8, piece by piece (`iconv`). One thread at a time.
struct CharsetConverter: ~Copyable {
    private let handle: iconv_t
    /// Bytes of an incomplete character at the end of the last piece.
    private var rest: [CChar] = []
    /// Number of bytes that are skipped where they are invalid.
    private let unit: Int
    private static let replacement = Array("\u{FFFD}".utf8)

    /// Opens a converter; nil if iconv doesn't know the charset.
    init?(from charset: String) {
        // iconv takes an empty name for the locale's charset.
        guard !charset.isEmpty, let handle = iconv_open("UTF-8", charset), Int(bitPattern: handle) != -1 else {
            return nil
        }
        self.handle = handle
        let name = charset.uppercased()
        unit = name.hasPrefix("UTF-32") || name.hasPrefix("UCS-4") ? 4 : name.hasPrefix("UTF-16") ? 2 : 1
    }

    deinit { iconv_close(handle) }

    /// Converts the next piece. Invalid bytes become replacement characters.
    /// - Parameters:
    ///   - isLast: whether no piece follows, so that an incomplete character is invalid.
    ///   - output: the text is appended to this.
    /// - Returns: the number of replacements.
    @discardableResult
    mutating func convert(_ piece: some Sequence<UInt8>, isLast: Bool, to output: inout [UInt8]) -> Int {
        var input = rest + piece.map { CChar(bitPattern: $0) }
        rest = []
        var room = [CChar](repeating: 0, count: 4096)
        var replacements = 0
        let handle = handle
        let unit = unit
        let left = input.withUnsafeMutableBufferPointer { input in
            var from = input.baseAddress
            var left = input.count
            while left > 0 {
                var reason: CInt = 0
                let written = room.withUnsafeMutableBufferPointer { room in
                    var to = room.baseAddress
                    var free = room.count
                    errno = 0
                    if iconv(handle, &from, &left, &to, &free) == -1 { reason = errno }
                    return room.count - free
                }
                output.append(contentsOf: room.prefix(written).lazy.map { UInt8(bitPattern: $0) })
                if reason == EINVAL, !isLast { break }
                guard reason == EILSEQ || reason == EINVAL else {
                    if reason == E2BIG || (reason == 0 && left > 0 && written > 0) { continue }
                    break
                }
                output += Self.replacement
                replacements += 1
                let skipped = min(unit, left)
                from = from.map { $0 + skipped }
                left -= skipped
            }
            return left
        }
        if !isLast { rest = Array(input.suffix(left)) }
        return replacements
    }
}
