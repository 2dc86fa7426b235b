/// Repairs the blocks before the first cue of a WebVTT file (https://www.w3.org/TR/webvtt1/, 4.1). Value code.
///
/// libavformat supports no style sheets or regions there and takes them for the end of the file; it skips comments.
package enum WebVTTHeader {
    private static let comment = Array("NOTE".utf8)
    private static let blocks = [Array("STYLE".utf8), Array("REGION".utf8)]

    /// Turns style sheets and regions at the beginning of a WebVTT file into comments of the same length.
    package static func hideBlocks(in bytes: UnsafeMutableBufferPointer<UInt8>) {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let start = bytes.starts(with: mark) ? mark.count : 0
        guard bytes[start...].starts(with: "WEBVTT".utf8) else { return }
        var isBlockStart = false
        var line = start
        while line < bytes.count {
            let end = bytes[line...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
            let text = bytes[line..<end]
            if contains("-->".utf8, in: text) { return }
            if isBlockStart, let block = blocks.first(where: { isAlone($0, in: text) }) {
                let name = comment + repeatElement(UInt8(ascii: " "), count: block.count - comment.count)
                for (offset, byte) in name.enumerated() { bytes[line + offset] = byte }
            }
            isBlockStart = text.isEmpty
            line = end + 1
            if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "\r"), bytes[end + 1] == UInt8(ascii: "\n") {
                line += 1
            }
        }
    }

    /// Whether a line is this word, followed by nothing but blanks.
    private static func isAlone(_ word: [UInt8], in line: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Bool {
        line.starts(with: word)
            && line.dropFirst(word.count).allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    private static func contains(_ word: String.UTF8View, in line: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Bool {
        line.indices.contains { line[$0...].starts(with: word) }
    }
}
