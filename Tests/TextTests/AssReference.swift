import CAss
import Glibc
import OrielGeometry
import OrielTestSupport

/// Direct use of libass: draws a script without a limit, for comparison, or ends at one.
final class AssReference {
    private var ass: oriel_ass
    private let memory: OpaquePointer
    private let library: OpaquePointer
    private let renderer: OpaquePointer
    private let track: UnsafeMutablePointer<ASS_Track>
    private let surface: Size
    /// Whether the limit was exceeded while the script was read.
    private(set) var isRefused = false

    init(_ script: HeavyScript, _ surface: Size, limit: Int = .max) throws {
        let table = UnsafeMutablePointer<oriel_ass>.allocate(capacity: 1)
        defer { table.deallocate() }
        var reason = [CChar](repeating: 0, count: 256)
        guard oriel_ass_open("libass.so.9", table, &reason, reason.count), let memory = oriel_ass_memory_new(limit),
            oriel_ass_count_memory(table)
        else { throw TestSupportError("libass can't be opened or watched") }
        ass = table.pointee
        self.memory = memory
        self.surface = surface
        oriel_ass_memory_begin(memory)
        defer { oriel_ass_memory_end() }
        guard let library = ass.library_init() else { throw TestSupportError("no library") }
        oriel_ass_on_message(table, library) { _, _ in }
        guard let renderer = ass.renderer_init(library), let track = ass.new_track(library) else {
            throw TestSupportError("no renderer")
        }
        (self.library, self.renderer, self.track) = (library, renderer, track)
        ass.set_cache_limits(renderer, 512, 8)
        ass.set_shaper(renderer, ASS_SHAPING_COMPLEX)
        ass.set_hinting(renderer, ASS_HINTING_NONE)
        ass.set_fonts(renderer, nil, "sans-serif", CInt(ASS_FONTPROVIDER_AUTODETECT.rawValue), nil, 1)
        ass.set_frame_size(renderer, CInt(surface.width), CInt(surface.height))
        ass.set_storage_size(renderer, 0, 0)
        ass.set_margins(renderer, 0, 0, 0, 0)
        ass.set_line_position(renderer, 0)
        ass.set_font_scale(renderer, 1)
        ass.set_check_readorder(track, 0)
        add(HeavyScript.header) { oriel_ass_process_codec_private($0, $1, $2, $3, $4) }
        for (order, event) in script.events.enumerated() {
            add("\(order),\(event.layer),Default,,0,0,0,,\(event.text)") {
                oriel_ass_process_chunk($0, $1, $2, $3, $4, 0, 600_000)
            }
        }
    }

    private func add(
        _ text: String,
        _ call: (
            UnsafePointer<oriel_ass>, OpaquePointer, UnsafeMutablePointer<ASS_Track>, UnsafeMutablePointer<CChar>, CInt
        ) -> Bool
    ) {
        guard !isRefused else { return }
        var bytes = text.utf8.map { CChar(bitPattern: $0) }
        let count = CInt(bytes.count)
        isRefused = !bytes.withUnsafeMutableBufferPointer { call(&ass, memory, track, $0.baseAddress!, count) }
    }

    deinit {
        oriel_ass_memory_begin(memory)
        ass.free_track(track)
        ass.renderer_done(renderer)
        ass.library_done(library)
        oriel_ass_memory_end()
        oriel_ass_memory_free(memory)
    }

    /// Whether a frame was drawn.
    func drawLimited(at milliseconds: Int64) -> Bool {
        var change: CInt = 0
        var images: UnsafeMutablePointer<ASS_Image>?
        return oriel_ass_render_frame(&ass, memory, renderer, track, milliseconds, &change, &images)
    }

    /// Returns premultiplied pixels of the whole surface.
    func draw(at milliseconds: Int64) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: surface.width * surface.height)
        var change: CInt = 0
        var next = ass.render_frame(renderer, track, milliseconds, &change)
        while let image = next?.pointee {
            next = image.next
            let alpha = 255 - image.color & 0xFF
            let channels = [255, image.color >> 24, image.color >> 16 & 0xFF, image.color >> 8 & 0xFF]
            for y in 0..<Int(image.h) {
                for x in 0..<Int(image.w) {
                    let place = (y + Int(image.dst_y)) * surface.width + x + Int(image.dst_x)
                    let covered = (UInt32(image.bitmap[y * Int(image.stride) + x]) * alpha + 127) / 255
                    let under = pixels[place]
                    var pixel: UInt32 = 0
                    for (channel, value) in channels.enumerated() {
                        let shift = UInt32(24 - 8 * channel)
                        // Each product of two bytes divided by 255, rounded.
                        let source = (value * covered * 2 + 255) / 510
                        let below = ((under >> shift & 0xFF) * (255 - covered) * 2 + 255) / 510
                        pixel |= (source + below) << shift
                    }
                    pixels[place] = pixel
                }
            }
        }
        return pixels
    }
}
