import CAss
import OrielGeometry

/// libass with one track of subtitles. One thread at a time.
final class SubtitleRenderer {
    private let library: AssLibrary
    /// The events that are known, by the number of their reading. libass keeps these too, but as bits up to the highest
    /// number, which a hostile file chooses.
    private var known: Set<Int> = []
    private var bytes = 0
    private var size = Size.zero
    private var last: TextPicture?

    init(_ header: [UInt8], _ fonts: [SubtitleTrack.Font], _ options: TextOptions) throws(TextProblem) {
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
    }

    func add(_ chunk: SubtitleTrack.Chunk) {
        // What comes first is the number of the reading, in decimal digits.
        let digits = String(decoding: chunk.bytes.prefix(20).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
        guard let order = Int(digits), !known.contains(order) else { return }
        // A live stream has no end; what was shown hours ago isn't looked for again.
        if known.count >= TextLimits.chunks || bytes + chunk.bytes.count > TextLimits.events { flush() }
        known.insert(order)
        bytes += chunk.bytes.count
        chunk.bytes.withMutableCopy {
            library.ass.process_chunk(
                library.track, $0, $1, chunk.start.milliseconds, max(chunk.duration.milliseconds, 0))
        }
    }

    func draw(at time: Duration, size: Size) -> TextPicture {
        guard !size.isEmpty else { return TextPicture() }
        let ass = library.ass
        if size != self.size {
            self.size = size
            last = nil
            ass.set_frame_size(library.renderer, CInt(clamping: size.width), CInt(clamping: size.height))
        }
        var change: CInt = 0
        // Without events libass compares nothing, and would compare the next picture with the one before.
        guard let images = ass.render_frame(library.renderer, library.track, time.milliseconds, &change) else {
            last = nil
            return TextPicture()
        }
        if change == 0, let last { return last }
        let surface = Rect(origin: .zero, size: size)
        let picture = TextPicture(
            bitmap: TextBitmap.blend(
                images.list.compactMap { image in
                    let image = image.pointee
                    guard let bytes = image.bitmap else { return nil }
                    return CoverageLayer(
                        image.area, of: surface, color: image.textColor, bytes: bytes, stride: Int(image.stride))
                }))
        last = picture
        return picture
    }
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
