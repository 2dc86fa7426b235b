import CAss
import Glibc
import OrielGeometry

/// Draws scenes with libass. One thread at a time; on the thread of frames it would delay them.
///
/// Each item is an event on a frame that is larger than any scene and never changes, so that libass's caches serve
/// every size of surface.
package final class TextRenderer {
    let library: AssLibrary
    private let style: UnsafeMutablePointer<ASS_Style>
    private let event: UnsafeMutablePointer<ASS_Event>
    private let drawn: DrawnItems

    /// Width and height of the frame, and the position of a scene's origin on it.
    static let frame = 4 * 8192
    static let origin = 8192

    /// Opens libass and finds fonts, which may take seconds after fonts were installed.
    package convenience init(_ options: TextOptions = TextOptions()) throws(TextProblem) {
        try self.init(options, keeping: DrawnItems())
    }

    /// Opens libass with a cache.
    /// - Parameter drawn: cache of drawings.
    init(_ options: TextOptions, keeping drawn: DrawnItems) throws(TextProblem) {
        self.drawn = drawn
        library = try AssLibrary(options.library)
        let ass = library.ass
        let track = library.track
        guard ass.alloc_style(track) >= 0, ass.alloc_event(track) >= 0 else { throw .libraryFailed }
        style = track.pointee.styles
        event = track.pointee.events
        style.pointee.Name = strdup("")
        style.pointee.ScaleX = 1
        style.pointee.ScaleY = 1
        style.pointee.Shadow = 0
        // A paragraph's direction is that of its first strong character.
        style.pointee.Encoding = -1
        event.pointee.Duration = .max
        track.pointee.track_type = TRACK_TYPE_ASS
        track.pointee.PlayResX = CInt(Self.frame)
        track.pointee.PlayResY = CInt(Self.frame)
        track.pointee.ScaledBorderAndShadow = 1
        track.pointee.Kerning = 1
        for feature in [ASS_FEATURE_BIDI_BRACKETS, ASS_FEATURE_WHOLE_TEXT_LAYOUT, ASS_FEATURE_WRAP_UNICODE] {
            _ = ass.track_set_feature(track, feature, 1)
        }
        ass.set_frame_size(library.renderer, CInt(Self.frame), CInt(Self.frame))
        library.findFonts(configuration: options.fontConfiguration)
        let letter = draw(TextRun("x", size: 32, at: .zero), within: Size(width: 64, height: 64))
        guard !letter.isEmpty else { throw .fontsAreMissing }
    }

    package func draw(_ scene: TextScene) -> TextPicture {
        let size = TextLimits.clamped(scene.size)
        guard !size.isEmpty else {
            return TextPicture(Array(repeating: nil, count: min(scene.items.count, TextLimits.items)))
        }
        // Every item has a drawing.
        return TextPicture(scene.drawings { drawing(of: $0, within: size) } ?? [])
    }

    /// Drawing of a text or shape, from the cache or made now.
    private func drawing(of item: TextScene.Item, within size: Size) -> DrawnItems.Drawing {
        drawn.drawing(of: DrawnItems.Key(item: item, size: size)) {
            var drawing = DrawnItems.Drawing(measure: TextMeasure(), layers: [])
            switch item {
            case .text(let run):
                let fitted = fit(run, into: size)
                drawing.measure = fitted.measure
                drawing.layers = draw(fitted.run, within: size)
            case .shape(let shape):
                drawing.measure.layout = shape.bounds
                drawing.layers = draw(shape, within: size)
            case .backdrop: break
            }
            return drawing
        }
    }

    /// Layers of a text that fits.
    private func draw(_ run: TextRun, within size: Size) -> [CoverageLayer] {
        var place = run.position
        place.x += Double(Self.origin)
        place.y += Double(Self.origin)
        set(run)
        return layers(TextMarkup.event(escaped: TextMarkup.escaped(run.text), at: place), within: size)
    }

    private func draw(_ shape: VectorShape, within size: Size) -> [CoverageLayer] {
        style.pointee.PrimaryColour = shape.color.packedForAss
        style.pointee.BorderStyle = 1
        style.pointee.Outline = 0
        style.pointee.Blur = 0
        style.pointee.Alignment = VALIGN_TOP | HALIGN_LEFT
        let origin = PathPoint(x: Double(Self.origin), y: Double(Self.origin))
        let path = shape.elements.lazy.prefix(TextLimits.elements).map { $0.kept(near: size) }
        return layers(TextMarkup.event(path: path, at: origin), within: size)
    }

    /// - Parameter boxColor: colour of a box behind the text, without a shadow; nil for none.
    func set(_ run: TextRun, boxColor: Color? = nil) {
        style.pointee.BorderStyle = boxColor == nil ? 1 : 4
        style.pointee.BackColour = (boxColor ?? .black).packedForAss
        // A leading @ would select vertical text.
        let name = run.family.unicodeScalars.prefix(TextLimits.name).drop { $0 == "@" }
        let family = name.filter { $0.value >= 0x20 }
        free(style.pointee.FontName)
        style.pointee.FontName = strdup(String(String.UnicodeScalarView(family)))
        style.pointee.FontSize = TextLimits.clamped(run.size, 1...TextLimits.fontSize)
        style.pointee.Bold = run.isBold ? 1 : 0
        style.pointee.PrimaryColour = run.color.packedForAss
        style.pointee.OutlineColour = run.outlineColor.packedForAss
        style.pointee.Outline = TextLimits.clamped(run.outline, 0...TextLimits.outline)
        style.pointee.Blur = TextLimits.clamped(run.blur, 0...TextLimits.blur)
        style.pointee.Alignment = run.anchor.alignment
        library.track.pointee.WrapStyle = run.lineLimit > 1 ? 0 : 2
        event.pointee.MarginR = CInt(Self.frame) - CInt((run.width ?? Double(TextLimits.side)).rounded(.up))
    }

    /// Draws one event in the present style.
    private func layers(_ text: String, within size: Size) -> [CoverageLayer] {
        images(of: text).compactMap { image in
            CoverageRows(image.pointee, movedBy: -Self.origin, within: Rect(origin: .zero, size: size))
                .map { CoverageLayer($0) }
        }
    }

    /// Renders one event; the images are valid until the next call.
    func images(of text: String) -> [UnsafeMutablePointer<ASS_Image>] {
        free(event.pointee.Text)
        event.pointee.Text = strdup(text)
        return library.ass.render_frame(library.renderer, library.track, 0, nil).map { Array($0.list) } ?? []
    }
}
