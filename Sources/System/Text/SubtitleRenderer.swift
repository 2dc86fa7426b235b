import CAss
import OrielGeometry
import OrielPlatform

/// Renders one subtitle track with libass. One thread at a time.
final class SubtitleRenderer {
    private let memory: AssMemory
    private let library: AssLibrary
    /// Numbers (ReadOrder) of the known events. They are not left to libass, which keeps them as bits up to the highest
    /// number, and a hostile file chooses that.
    private var known: Set<Int> = []
    private var bytes = 0
    private var schedule = SubtitleSchedule()
    private var geometry: SubtitleGeometry?
    private let isAuthored: Bool
    private var last: TextBitmap?

    /// Opens libass with the track's fonts and header.
    /// - Parameter isAuthored: whether positions and sizes are an author's, so that lines stay on the video.
    init(
        _ header: [UInt8], isAuthored: Bool, _ fonts: [SubtitleTrack.Font], _ options: TextOptions
    ) throws(TextProblem) {
        self.isAuthored = isAuthored
        guard let memory = AssMemory(limit: TextLimits.scriptMemory) else { throw .libraryFailed }
        self.memory = memory
        library = try AssLibrary(options.library, memory: memory)
        let (ass, handle, track) = (library.ass, library.library, library.track)
        ass.set_extract_fonts(handle, 1)
        library.findFonts(configuration: options.fontConfiguration)
        // Added after the system's fonts: libass reads added fonts while drawing, under the limit.
        for font in fonts {
            try memory.limit(ass) { ass, memory in
                font.bytes.withUnsafeBytes { bytes in
                    guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return true }
                    return oriel_ass_add_font(ass, memory, handle, font.name, start, CInt(clamping: bytes.count))
                }
            }
        }
        ass.set_check_readorder(track, 0)
        try memory.limit(ass) { ass, memory in
            header.withMutableCopy { oriel_ass_process_codec_private(ass, memory, track, $0, $1) }
        }
    }

    func flush() {
        library.ass.flush_events(library.track)
        known = []
        bytes = 0
        schedule.clear()
    }

    func add(_ chunk: SubtitleTrack.Chunk) throws(TextProblem) {
        // The event begins with its number, in decimal digits.
        let digits = String(decoding: chunk.bytes.prefix(20).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
        guard let order = Int(digits), !known.contains(order) else { return }
        // A live stream has no end; events shown hours ago aren't needed again.
        if known.count >= TextLimits.chunks || bytes + chunk.bytes.count > TextLimits.events { flush() }
        known.insert(order)
        bytes += chunk.bytes.count
        schedule.add(chunk)
        let track = library.track
        try memory.limit(library.ass) { ass, memory in
            chunk.bytes.withMutableCopy {
                oriel_ass_process_chunk(
                    ass, memory, track, $0, $1, chunk.start.milliseconds, max(chunk.duration.milliseconds, 0))
            }
        }
    }

    func draw(at time: Duration, on geometry: SubtitleGeometry) throws(TextProblem) -> TextPicture {
        let (span, lines) = (schedule.span(around: time), schedule.lines(at: time))
        guard !geometry.surface.isEmpty else { return TextPicture(bitmap: nil, span: span) }
        apply(geometry)
        var change: CInt = 0
        // Without events, libass compares nothing, and would compare the next image with an older one.
        var images: UnsafeMutablePointer<ASS_Image>?
        let (renderer, track) = (library.renderer, library.track)
        try memory.limit(library.ass) { ass, memory in
            oriel_ass_render_frame(ass, memory, renderer, track, time.milliseconds, &change, &images)
        }
        guard let images else {
            last = nil
            return TextPicture(span: span, lines: lines)
        }
        if change == 0, let last { return TextPicture(bitmap: last, span: span, lines: lines) }
        // The former bitmap is freed first, since two at once take twice the memory.
        last = nil
        last = try TextBitmap.blend(images, on: Rect(origin: .zero, size: geometry.surface))
        return TextPicture(bitmap: last, span: span, lines: lines)
    }

    private func apply(_ geometry: SubtitleGeometry) {
        guard geometry != self.geometry else { return }
        self.geometry = geometry
        last = nil
        let (ass, renderer) = (library.ass, library.renderer)
        let (surface, picture) = (geometry.surface, geometry.picture)
        ass.set_frame_size(renderer, CInt(clamping: surface.width), CInt(clamping: surface.height))
        ass.set_margins(
            renderer, CInt(clamping: picture.y), CInt(clamping: surface.height - picture.maxY),
            CInt(clamping: picture.x), CInt(clamping: surface.width - picture.maxX))
        // Lines without an author's position may be on the bars beside the video.
        ass.set_use_margins(renderer, isAuthored ? 0 : 1)
        ass.set_storage_size(renderer, CInt(clamping: geometry.video.width), CInt(clamping: geometry.video.height))
        ass.set_line_position(renderer, 100 - geometry.position)
        ass.set_font_scale(renderer, fontScale(geometry))
    }

    /// Font scale: the user's and the desktop's scale, enlarged where needed for the least legible size.
    private func fontScale(_ geometry: SubtitleGeometry) -> Double {
        let wanted = isAuthored ? geometry.scale : geometry.scale * geometry.textScale
        let least = geometry.leastLine * geometry.textScale
        let track = library.track.pointee
        let index = Int(track.default_style)
        let height = Double(isAuthored ? geometry.picture.height : geometry.surface.height)
        guard track.PlayResY > 0, let styles = track.styles, index >= 0, index < Int(track.n_styles), height > 0 else {
            return wanted
        }
        let line = styles[index].FontSize / Double(track.PlayResY) * height * wanted
        guard line > 0, line < least else { return wanted }
        return wanted * min(least / line, Self.greatestHelp)
    }

    /// Largest enlargement for legibility; with more, a script's other lines would not fit.
    private static let greatestHelp = 3.0
}

extension [UInt8] {
    /// Makes a mutable copy, since libass's parser may change the bytes it gets.
    fileprivate func withMutableCopy(_ body: (UnsafeMutablePointer<CChar>, CInt) -> Bool) -> Bool {
        var copy = map { CChar(bitPattern: $0) }
        return copy.withUnsafeMutableBufferPointer { bytes in
            bytes.baseAddress.map { body($0, CInt(clamping: bytes.count)) } ?? true
        }
    }
}

extension Duration {
    /// Whole milliseconds, the unit of ASS. Far enough from the limits for libass's sums.
    fileprivate var milliseconds: Int64 { min(max(whole(perSecond: 1000), .min / 2), .max / 2) }
}
