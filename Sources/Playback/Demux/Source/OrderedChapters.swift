/// Detection of Matroska's ordered chapters (https://www.matroska.org/technical/chapters.html).
///
/// Such an edition plays parts of the file, or of other files, in another order. libavformat doesn't report it.
/// Value code.
package enum OrderedChapters {
    /// Reads bytes of a file from an offset; fewer at its end.
    package typealias Read = (_ offset: Int64, _ count: Int) -> [UInt8]

    private static let headID: UInt32 = 0x1A45_DFA3
    private static let segmentID: UInt32 = 0x1853_8067
    private static let seekHeadID: UInt32 = 0x114D_9B74
    private static let seekID: UInt32 = 0x4DBB
    private static let chaptersID: UInt32 = 0x1043_A770
    private static let clusterID: UInt32 = 0x1F43_B675
    private static let editionID: UInt32 = 0x45B9
    /// Limits: real files have fewer elements before their first cluster, and smaller chapters and seek heads.
    private static let mostElements = 64
    private static let mostBytes = 1 << 20

    /// Whether the default edition of a file's chapters, or else the first, is ordered.
    package static func areIn(_ read: Read) -> Bool {
        guard let head = Element(read(0, 12), at: 0), head.id == headID, let size = head.size,
            let segment = Element(read(head.end(size), 12), at: head.end(size)), segment.id == segmentID
        else { return false }
        var place = segment.content
        var known: Int64?
        for _ in 0..<mostElements {
            guard let element = Element(read(place, 12), at: place), let size = element.size else { break }
            switch element.id {
            case chaptersID: return isOrdered(content(of: element, size, read))
            case seekHeadID: known = known ?? chapters(in: content(of: element, size, read)[...])
            default: break
            }
            if element.id == clusterID { break }
            place = element.end(size)
        }
        guard let known, known <= .max / 2 else { return false }
        place = segment.content + known
        guard let element = Element(read(place, 12), at: place), element.id == chaptersID, let size = element.size
        else {
            return false
        }
        return isOrdered(content(of: element, size, read))
    }

    private static func content(of element: Element, _ size: Int64, _ read: Read) -> [UInt8] {
        read(element.content, Int(min(size, Int64(mostBytes))))
    }

    private static func isOrdered(_ chapters: [UInt8]) -> Bool {
        let editions = children(of: chapters[...]).filter { $0.id == editionID }.map { children(of: $0.bytes) }
        func flag(_ id: UInt32, of edition: [Child]) -> Bool {
            edition.first { $0.id == id }.map { number($0.bytes) == 1 } ?? false
        }
        guard let chosen = editions.first(where: { flag(0x45DB, of: $0) }) ?? editions.first else { return false }
        return flag(0x45DD, of: chosen)
    }

    /// Offset of the chapters by a seek head, from the beginning of the segment's content; nil if it lists none.
    private static func chapters(in seekHead: ArraySlice<UInt8>) -> Int64? {
        for seek in children(of: seekHead) where seek.id == seekID {
            let fields = children(of: seek.bytes)
            guard let id = fields.first(where: { $0.id == 0x53AB }), number(id.bytes) == UInt64(chaptersID),
                let place = fields.first(where: { $0.id == 0x53AC }), let offset = number(place.bytes)
            else { continue }
            return Int64(exactly: offset)
        }
        return nil
    }

    private typealias Child = (id: UInt32, bytes: ArraySlice<UInt8>)

    private static func children(of bytes: ArraySlice<UInt8>) -> [Child] {
        var children: [Child] = []
        var rest = bytes
        while children.count < 1024, let element = Element(Array(rest.prefix(12)), at: 0), let size = element.size,
            size <= rest.count - Int(element.content)
        {
            let content = rest.dropFirst(Int(element.content))
            children.append((element.id, content.prefix(Int(size))))
            rest = content.dropFirst(Int(size))
        }
        return children
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        bytes.count <= 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
    }

    /// Header of an EBML element.
    private struct Element {
        var id: UInt32
        /// Offset of the content in the file.
        var content: Int64
        /// Size of the content in bytes; nil if it extends to the end.
        var size: Int64?

        /// Parses a header; nil if the bytes hold none.
        init?(_ bytes: [UInt8], at place: Int64) {
            guard let first = bytes.first, first != 0, place >= 0, place <= .max / 2 else { return nil }
            let width = first.leadingZeroBitCount + 1
            guard width <= 4, bytes.count > width, bytes[width] != 0 else { return nil }
            id = bytes.prefix(width).reduce(0) { $0 << 8 | UInt32($1) }
            let sizeWidth = bytes[width].leadingZeroBitCount + 1
            guard bytes.count >= width + sizeWidth else { return nil }
            let mask = UInt64(1) << UInt64(7 * sizeWidth) - 1
            let value = bytes[width..<width + sizeWidth].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask
            content = place + Int64(width + sizeWidth)
            size = value == mask || value > UInt64(Int64.max / 4) ? nil : Int64(value)
        }

        func end(_ size: Int64) -> Int64 { content + size }
    }
}
