/// Order of the boxes of an MP4 or QuickTime file (ISO/IEC 14496-12). Value code.
package enum MovieBoxes {
    /// Whether the frames come before the index, by the first bytes of a file. False if these don't show it.
    package static func indexComesLast(_ head: [UInt8]) -> Bool {
        var place = 0
        while place + 16 <= head.count {
            func number(_ offset: Int, _ count: Int) -> UInt64 {
                head[place + offset..<place + offset + count].reduce(0) { $0 << 8 | UInt64($1) }
            }
            switch String(decoding: head[place + 4..<place + 8], as: UTF8.self) {
            case "mdat": return true
            case "ftyp", "free", "skip", "wide", "uuid", "pdin", "styp": break
            default: return false
            }
            let size = number(0, 4) == 1 ? number(8, 8) : number(0, 4)
            guard size >= 8, size < UInt64(head.count) else { return false }
            place += Int(size)
        }
        return false
    }
}
