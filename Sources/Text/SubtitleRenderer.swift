import CAss
import OrielGeometry

/// libass with one track of subtitles. One thread at a time.
final class SubtitleRenderer {
    private let library: AssLibrary
    /// The events that are known, by the number of their reading. libass keeps these too, but as bits up to the highest
    /// number, which a hostile file chooses.
    private var known: Set<Int> = []
    private var bytes = 0
    private var schedule = SubtitleSchedule()
    private var geometry: SubtitleGeometry?
    private let isAuthored: Bool
    private var last: TextBitmap?

    /// - Parameter isAuthored: places and sizes are an author's: lines stay on the video.
    init(
        _ header: [UInt8], isAuthored: Bool, _ fonts: [SubtitleTrack.Font], _ options: TextOptions
    ) throws(TextProblem) {
        self.isAuthored = isAuthored
        library = try AssLibrary(options.library)
        let ass = library.ass
        ass.set_extract_fonts(library.library, 1)
        for font in fonts {
            font.bytes.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    ass.add_font(library.library, font.name, $0.baseAddress, CInt(clamping: $0.count))
                }
            }
        }
        library.findFonts(configuration: options.fontConfiguration)
        ass.set_check_readorder(library.track, 0)
        header.withMutableCopy { ass.process_codec_private(library.track, $0, $1) }
    }

    func flush() {
        library.ass.flush_events(library.track)
        known = []
        bytes = 0
        schedule.clear()
    }

    func add(_ chunk: SubtitleTrack.Chunk) {
        // What comes first is the number of the reading, in decimal digits.
        let digits = String(decoding: chunk.bytes.prefix(20).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
        guard let order = Int(digits), !known.contains(order) else { return }
        // A live stream has no end; what was shown hours ago isn't looked for again.
        if known.count >= TextLimits.chunks || bytes + chunk.bytes.count > TextLimits.events { flush() }
        known.insert(order)
        bytes += chunk.bytes.count
        schedule.add(chunk)
        chunk.bytes.withMutableCopy {
            library.ass.process_chunk(
                library.track, $0, $1, chunk.start.milliseconds, max(chunk.duration.milliseconds, 0))
        }
    }

    func draw(at time: Duration, on geometry: SubtitleGeometry) -> SubtitleImage {
        let span = schedule.span(around: time)
        guard !geometry.surface.isEmpty else { return SubtitleImage(span: span) }
        apply(geometry)
        var change: CInt = 0
        // Without events libass compares nothing, and would compare the next picture with the one before.
        guard let images = library.ass.render_frame(library.renderer, library.track, time.milliseconds, &change) else {
            last = nil
            return SubtitleImage(span: span)
        }
        if change == 0, let last { return SubtitleImage(bitmap: last, span: span) }
        let surface = Rect(origin: .zero, size: geometry.surface)
        last = TextBitmap.blend(
            images.list.compactMap { image in
                let image = image.pointee
                guard let bytes = image.bitmap else { return nil }
                return CoverageLayer(
                    image.area, of: surface, color: image.textColor, bytes: bytes, stride: Int(image.stride))
            })
        return SubtitleImage(bitmap: last, span: span)
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
        // Lines that nobody placed may lie on the bars beside the video.
        ass.set_use_margins(renderer, isAuthored ? 0 : 1)
        ass.set_storage_size(renderer, CInt(clamping: geometry.video.width), CInt(clamping: geometry.video.height))
        ass.set_line_position(renderer, 100 - geometry.position)
        ass.set_font_scale(renderer, fontScale(geometry))
    }

    /// What the person asked for, here and of the desktop, and as much more as the least size needs.
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

    /// More than this a script isn't enlarged in small pictures: its other lines would not fit.
    private static let greatestHelp = 3.0
}

extension [UInt8] {
    /// libass's parser takes bytes that it may change, and their count.
    fileprivate func withMutableCopy(_ body: (UnsafeMutablePointer<CChar>?, CInt) -> Void) {
        var copy = map { CChar(bitPattern: $0) }
        copy.withUnsafeMutableBufferPointer { body($0.baseAddress, CInt(clamping: $0.count)) }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down: the unit of ASS.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
        return isTooLarge ? (seconds < 0 ? .min / 2 : .max / 2) : product + attoseconds / 1_000_000_000_000_000
    }
}
