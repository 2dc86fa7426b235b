/// The boxes of an MP4 file (ISO/IEC 14496-12).
enum IsoBoxes {
    /// Returns the number of bytes before a box's child boxes.
    private static func head(of name: String) -> Int {
        switch name {
        case "stsd": 16
        // A visual sample entry.
        case "hvc1": 8 + 78
        default: 8
        }
    }

    /// Returns a file with `more` inserted at the end of a box. The media data must not come after that box.
    /// - Parameter path: The names of the enclosing boxes, then that of the box.
    static func inserting(_ more: [UInt8], into path: [String], of given: [UInt8]) -> [UInt8] {
        var file = given
        var (start, end) = (0, file.count)
        for name in path {
            while start + 8 <= end, !file[(start + 4)..<(start + 8)].elementsEqual(name.utf8) {
                start += max(8, size(at: start, in: file))
            }
            let length = size(at: start, in: file)
            end = start + length
            for place in 0..<4 {
                file[start + place] = UInt8(truncatingIfNeeded: (length + more.count) >> (24 - place * 8))
            }
            start += head(of: name)
        }
        file.insert(contentsOf: more, at: end)
        return file
    }

    private static func size(at place: Int, in file: [UInt8]) -> Int {
        file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
