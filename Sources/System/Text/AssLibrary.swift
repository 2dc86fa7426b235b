import CAss
import Glibc
import Logging

/// An opened libass with one renderer and one track; owns their handles. One thread at a time.
final class AssLibrary {
    let ass: oriel_ass
    let library: OpaquePointer
    let renderer: OpaquePointer
    let track: UnsafeMutablePointer<ASS_Track>

    private let memory: AssMemory?

    private static let logger = Logger(label: "libass")

    /// Opens the library. Its fonts are set later, by `findFonts`.
    /// - Parameters:
    ///   - name: file name for the dynamic loader.
    ///   - memory: limits the allocations for these handles; nil for no limit.
    /// - Throws: `TextProblem` if the library is missing or can't start.
    init(_ name: String, memory: AssMemory? = nil) throws(TextProblem) {
        let table = UnsafeMutablePointer<oriel_ass>.allocate(capacity: 1)
        defer { table.deallocate() }
        var reason = [CChar](repeating: 0, count: 256)
        guard oriel_ass_open(name, table, &reason, reason.count) else {
            let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .libraryIsMissing(String(decoding: bytes, as: UTF8.self))
        }
        let ass = table.pointee
        memory?.watch(ass)
        var handles: Handles?
        Self.counting(in: memory) { handles = Handles(table) }
        guard let handles else { throw .libraryFailed }
        (library, renderer, track) = (handles.library, handles.renderer, handles.track)
        self.ass = ass
        self.memory = memory
        ass.set_cache_limits(renderer, TextLimits.cachedGlyphs, TextLimits.cachedBitmaps)
        ass.set_shaper(renderer, ASS_SHAPING_COMPLEX)
        ass.set_hinting(renderer, ASS_HINTING_NONE)
    }

    deinit {
        Self.counting(in: memory) {
            ass.free_track(track)
            ass.renderer_done(renderer)
            ass.library_done(library)
        }
    }

    private struct Handles {
        let library: OpaquePointer
        let renderer: OpaquePointer
        let track: UnsafeMutablePointer<ASS_Track>

        init?(_ table: UnsafePointer<oriel_ass>) {
            let ass = table.pointee
            guard let library = ass.library_init() else { return nil }
            oriel_ass_on_message(table, library) { level, line in AssLibrary.log(level, String(cString: line)) }
            guard let renderer = ass.renderer_init(library) else {
                ass.library_done(library)
                return nil
            }
            guard let track = ass.new_track(library) else {
                ass.renderer_done(renderer)
                ass.library_done(library)
                return nil
            }
            (self.library, self.renderer, self.track) = (library, renderer, track)
        }
    }

    private static func counting(in memory: AssMemory?, _ body: () -> Void) {
        if let memory { memory.count(body) } else { body() }
    }

    /// Reads fontconfig's configuration, and all fonts if its cache is stale, which is slow.
    /// - Parameter configuration: a file to read instead of the system's configuration.
    func findFonts(configuration: String?) {
        // Counted without the limit, which aborts calls: fontconfig holds a lock while it reads fonts.
        Self.counting(in: memory) {
            ass.set_fonts(
                renderer, nil, "sans-serif", CInt(ASS_FONTPROVIDER_AUTODETECT.rawValue), configuration, 1)
        }
    }

    /// Logs libass's messages at low levels only, since it reports every flaw of a script.
    private static func log(_ level: CInt, _ line: String) {
        let words = line.split(whereSeparator: \.isNewline).joined(separator: " ")
        logger.log(level: level <= 2 ? .debug : .trace, "\(words)")
    }
}

extension UnsafeMutablePointer<ASS_Image> {
    /// Images of the list, in drawing order.
    var list: UnfoldFirstSequence<UnsafeMutablePointer<ASS_Image>> { sequence(first: self) { $0.pointee.next } }
}
