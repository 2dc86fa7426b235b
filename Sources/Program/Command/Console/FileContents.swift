import Glibc

/// Reads an open file from its position (`read`).
/// - Parameter limit: maximum number of bytes; the rest is left.
/// - Returns: nil if the file can't be read; `errno` has the reason.
func contents(of file: CInt, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
        let count = read(file, &chunk, min(chunk.count, limit - bytes.count))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return nil }
        if count == 0 { break }
        bytes += chunk.prefix(count)
    }
    return bytes
}
