import CAss
import Glibc
import Logging

/// libass with one renderer and one track: functions, handles and their end. One thread at a time.
final class AssLibrary {
    let ass: oriel_ass
    let library: OpaquePointer
    let renderer: OpaquePointer
    let track: UnsafeMutablePointer<ASS_Track>

    private static let logger = Logger(label: "libass")

    /// Opens the library. Its fonts come later, by `findFonts`.
    /// - Parameter name: the library as the dynamic loader finds it.
    init(_ name: String) throws(TextProblem) {
        let table = UnsafeMutablePointer<oriel_ass>.allocate(capacity: 1)
        defer { table.deallocate() }
        var reason = [CChar](repeating: 0, count: 256)
        guard oriel_ass_open(name, table, &reason, reason.count) else {
            let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .libraryIsMissing(String(decoding: bytes, as: UTF8.self))
        }
        ass = table.pointee
        guard let library = ass.library_init() else { throw .libraryFailed }
        oriel_ass_on_message(table, library) { level, line in AssLibrary.log(level, String(cString: line)) }
        guard let renderer = ass.renderer_init(library) else {
            ass.library_done(library)
            throw .libraryFailed
        }
        guard let track = ass.new_track(library) else {
            ass.renderer_done(renderer)
            ass.library_done(library)
            throw .libraryFailed
        }
        self.library = library
        self.renderer = renderer
        self.track = track
        ass.set_cache_limits(renderer, TextLimits.cachedGlyphs, TextLimits.cachedBitmaps)
        ass.set_shaper(renderer, ASS_SHAPING_COMPLEX)
        ass.set_hinting(renderer, ASS_HINTING_NONE)
    }

    deinit {
        ass.free_track(track)
        ass.renderer_done(renderer)
        ass.library_done(library)
    }

    /// Reads fontconfig's configuration, and all fonts where its cache is stale: the slow part.
    /// - Parameter configuration: a file to read in place of the system's.
    func findFonts(configuration: String?) {
        ass.set_fonts(
            renderer, nil, "sans-serif", CInt(ASS_FONTPROVIDER_AUTODETECT.rawValue), configuration, 1)
    }

    /// The library says much about every flaw of a script; nobody is to be told but who asks for it.
    private static func log(_ level: CInt, _ line: String) {
        let words = line.split(whereSeparator: \.isNewline).joined(separator: " ")
        logger.log(level: level <= 2 ? .debug : .trace, "\(words)")
    }
}

extension UnsafeMutablePointer<ASS_Image> {
    /// The images of a list, in the order in which they are drawn.
    var list: UnfoldFirstSequence<UnsafeMutablePointer<ASS_Image>> { sequence(first: self) { $0.pointee.next } }
}
