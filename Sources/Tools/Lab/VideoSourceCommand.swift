import ArgumentParser
import CFakeVideoSource
import CPipeWire
import Foundation
import OrielGeometry
import OrielStamps

/// A source of stamped frames in PipeWire, as a compositor's screen cast or a camera is one.
struct VideoSourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "video-source", abstract: "Offers stamped frames in PipeWire.",
        discussion: """
            Prints its number there, and when frames are wanted. Lines from a named pipe change it: form nv12 640x360, \
            crop 16 8 480 270, stride -1 (a false one), transform 1, damage 0 0 10 10, pointer 20 20 16 (place and size), \
            still 1 (only the pointer is sent), blank 1 (frames aren't drawn), shrink 1 (with --memory unsealed: the \
            memory becomes shorter and longer all the time), part 125 250 500 375 (red, but for this part in thousandths of \
            the frame, which is blue), pixels 70 80 280 120 (the same in pixels), end. With --format jpeg: cut 1 (pictures are cut off), \
            noise 1 (they are noise with a JPEG's marks).
            """)

    @Option(help: "Layout: bgrx, bgra, rgbx, rgba, nv12, i420, yuy2 or jpeg; strange is one that Oriel can't show.")
    var format = "bgrx"
    @Option(help: "Width of the frames.") var width: UInt32 = 560
    @Option(help: "Height of the frames.") var height: UInt32 = 320
    @Option(help: "The stream's colour.") var stream = "green"
    @Option(help: "How many frames a second; 0 sends none.") var rate: UInt32 = 30
    @Option(help: "Bytes after each row.") var padding: UInt32 = 0
    @Option(help: "Its name.") var name = "film"
    @Option(help: "Its role, such as Camera.") var role: String?
    @Option(
        help: """
            Memory: shared (PipeWire's), sealed (files that can't shrink), open (files that can be sealed), unsealed \
            (files that may shrink) or dmabuf (linear, files in truth).
            """)
    var memory = "shared"
    @Option(help: "File of JPEG pictures, one after the other, for the format jpeg.") var pictures: String?
    @Option(help: "Named pipe to read commands from.") var commands: String?

    func run() throws {
        guard let color = StampColor(name: stream) else { throw ValidationError("no stream is called \(stream)") }
        guard let layout = Painter.layouts[format] else { throw ValidationError("no format \(format)") }
        guard let memory = Painter.memories.firstIndex(of: memory) else { throw ValidationError("no memory \(memory)") }
        var problem = [CChar](repeating: 0, count: 256)
        guard oriel_pipewire_open(&problem, problem.count) else { throw ValidationError("no libpipewire") }
        var form = fake_source_form()
        (form.layout, form.width, form.height, form.padding) = (layout, width, height, padding)
        // Opened for both, so that it doesn't end with a writer.
        let pipe = commands.map { open($0, O_RDWR | O_CLOEXEC) } ?? -1
        let painter = try Unmanaged.passRetained(Painter(color, pictures: JPEGFile.pictures(at: pictures)))
        defer { painter.release() }
        let result = name.withCString { name in
            (role ?? "").withCString { role in
                var source = fake_source(
                    name: name, role: self.role == nil ? nil : role, form: form,
                    memory: UInt32(memory), rate: rate, commands: pipe, context: painter.toOpaque(),
                    draw: { UInt32(Painter.of($0).draw($1.pointee, Int($2), $3, Int($4), Int($5))) },
                    ready: { say("node \($1)") },
                    streaming: { say($1 ? "streaming" : "idle") },
                    command: { Painter.of($0).obey(String(cString: $1), &$2.pointee) })
                return fake_source_run(&source)
            }
        }
        guard result == 0 else { throw ValidationError("PipeWire has ended: \(String(cString: strerror(-result)))") }
    }
}

/// Draws stamps in any layout and size, in the part that is shown; the rest is white.
private final class Painter {
    static let layouts: [String: UInt32] = [
        "bgrx": UInt32(ORIEL_PIPEWIRE_BGRX), "bgra": UInt32(ORIEL_PIPEWIRE_BGRA), "rgbx": UInt32(ORIEL_PIPEWIRE_RGBX),
        "rgba": UInt32(ORIEL_PIPEWIRE_RGBA), "nv12": UInt32(ORIEL_PIPEWIRE_NV12), "i420": UInt32(ORIEL_PIPEWIRE_I420),
        "yuy2": UInt32(ORIEL_PIPEWIRE_YUY2), "jpeg": UInt32(ORIEL_PIPEWIRE_JPEG),
        "strange": UInt32(ORIEL_PIPEWIRE_UNKNOWN),
    ]
    /// In the order of CFakeVideoSource.
    static let memories = ["shared", "sealed", "open", "unsealed", "dmabuf", "device"]
    private let color: StampColor
    private let pictures: [Data]
    private var cutsPictures = false
    private var sendsNoise = false
    /// The part that is blue on red, instead of a stamp, and the width and height of the whole in the same unit; nil
    /// for pixels.
    private var part: (rect: Rect, whole: Size?)?

    init(_ color: StampColor, pictures: [Data]) { (self.color, self.pictures) = (color, pictures) }

    static func of(_ context: UnsafeMutableRawPointer) -> Painter {
        Unmanaged<Painter>.fromOpaque(context).takeUnretainedValue()
    }

    func obey(_ line: String, _ form: inout fake_source_form) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        let numbers = words.dropFirst().map { Int32($0) ?? 0 }
        switch words.first {
        case "form":
            let sides = words.last?.split(separator: "x").compactMap { UInt32($0) } ?? []
            guard words.count == 3, let layout = Self.layouts[words[1]], sides.count == 2 else { break }
            (form.layout, form.width, form.height) = (layout, sides[0], sides[1])
        case "crop":
            guard numbers.count == 4 else { break }
            (form.crop_x, form.crop_y) = (numbers[0], numbers[1])
            (form.crop_width, form.crop_height) = (UInt32(max(0, numbers[2])), UInt32(max(0, numbers[3])))
        case "damage":
            guard numbers.count == 4 else { break }
            (form.damage_x, form.damage_y) = (numbers[0], numbers[1])
            (form.damage_width, form.damage_height) = (UInt32(max(0, numbers[2])), UInt32(max(0, numbers[3])))
        case "pointer":
            guard numbers.count == 3 else { break }
            (form.pointer_x, form.pointer_y) = (numbers[0], numbers[1])
            form.pointer_size = UInt32(max(0, numbers[2]))
        case "transform": form.transform = UInt32(max(0, numbers.first ?? 0))
        case "still": form.is_still = numbers.first == 1
        case "blank": form.is_blank = numbers.first == 1
        case "shrink": form.is_shrinking = numbers.first == 1
        case "stride": form.false_stride = numbers.first ?? 0
        case "cut": cutsPictures = numbers.first == 1
        case "noise": sendsNoise = numbers.first == 1
        case "part", "pixels":
            guard numbers.count == 4 else { break }
            let sides = numbers.map { Int($0) }
            let rect = Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
            part = (rect, words[0] == "part" ? Size(width: 1000, height: 1000) : nil)
        case "end": return false
        default: break
        }
        say("did \(line)")
        return true
    }

    /// - Returns: number of the frame's bytes.
    func draw(
        _ form: fake_source_form, _ index: Int, _ memory: UnsafeMutablePointer<UInt8>, _ stride: Int, _ size: Int
    ) -> Int {
        if Int(form.layout) == ORIEL_PIPEWIRE_JPEG { return compress(index, memory, size) }
        paint(form, index, memory, stride)
        return size
    }

    private func compress(_ index: Int, _ memory: UnsafeMutablePointer<UInt8>, _ size: Int) -> Int {
        guard !pictures.isEmpty else { return 0 }
        var picture = pictures[index % pictures.count].prefix(size)
        if cutsPictures { picture = picture.prefix(picture.count / 2) }
        if sendsNoise {
            picture = Data(picture.enumerated().map { $0 < 2 || $0 >= picture.count - 2 ? $1 : .random(in: 0...255) })
        }
        picture.copyBytes(to: memory, count: picture.count)
        return picture.count
    }

    private func paint(
        _ form: fake_source_form, _ index: Int, _ memory: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) {
        let cells = StampPainter.cells(of: self.color, index: index % (StampPainter.maximumIndex + 1))
        let grid = StampPainter.cellGrid
        let (width, height) = (Int(form.width), Int(form.height))
        let isCropped = form.crop_width > 0
        let left = isCropped ? Int(form.crop_x) : 0
        let top = isCropped ? Int(form.crop_y) : 0
        let shownWidth = isCropped ? Int(form.crop_width) : width
        let shownHeight = isCropped ? Int(form.crop_height) : height
        func color(_ x: Int, _ y: Int) -> (r: Int, g: Int, b: Int) {
            if let part {
                // By the pixel's middle.
                func isIn(_ place: Int, _ start: Int, _ length: Int, _ side: Int, _ whole: Int) -> Bool {
                    (2 * start * side...2 * (start + length) * side).contains((2 * place + 1) * whole)
                }
                let whole = part.whole ?? Size(width: width, height: height)
                let isBlue =
                    isIn(x, part.rect.x, part.rect.width, width, whole.width)
                    && isIn(y, part.rect.y, part.rect.height, height, whole.height)
                return isBlue ? (0, 0, 255) : (255, 0, 0)
            }
            let (column, row) = (x - left, y - top)
            guard (0..<shownWidth).contains(column), (0..<shownHeight).contains(row) else { return (255, 255, 255) }
            let at = ((row * grid.height / shownHeight) * grid.width + column * grid.width / shownWidth) * 3
            return (Int(cells[at]), Int(cells[at + 1]), Int(cells[at + 2]))
        }
        func luma(_ c: (r: Int, g: Int, b: Int)) -> UInt8 { UInt8(16 + (66 * c.r + 129 * c.g + 25 * c.b + 128) / 256) }
        func blue(_ c: (r: Int, g: Int, b: Int)) -> UInt8 {
            UInt8(128 + (112 * c.b - 38 * c.r - 74 * c.g) / 256)
        }
        func red(_ c: (r: Int, g: Int, b: Int)) -> UInt8 { UInt8(128 + (112 * c.r - 94 * c.g - 18 * c.b) / 256) }
        for y in 0..<height {
            let row = memory + y * stride
            let chroma = memory + height * stride + y / 2 * stride
            let quarter = memory + height * stride + y / 2 * (stride / 2)
            for x in 0..<width {
                let c = color(x, y)
                switch Int(form.layout) {
                case ORIEL_PIPEWIRE_BGRX, ORIEL_PIPEWIRE_BGRA:
                    (row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3]) =
                        (UInt8(c.b), UInt8(c.g), UInt8(c.r), 255)
                case ORIEL_PIPEWIRE_RGBX, ORIEL_PIPEWIRE_RGBA:
                    (row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3]) =
                        (UInt8(c.r), UInt8(c.g), UInt8(c.b), 255)
                case ORIEL_PIPEWIRE_YUY2:
                    row[2 * x] = luma(c)
                    row[2 * x + 1] = x % 2 == 0 ? blue(c) : red(c)
                case ORIEL_PIPEWIRE_NV12, ORIEL_PIPEWIRE_I420:
                    row[x] = luma(c)
                    guard x % 2 == 0, y % 2 == 0 else { continue }
                    if Int(form.layout) == ORIEL_PIPEWIRE_NV12 {
                        (chroma[x], chroma[x + 1]) = (blue(c), red(c))
                    } else {
                        quarter[x / 2] = blue(c)
                        (quarter + height / 2 * (stride / 2))[x / 2] = red(c)
                    }
                default: break
                }
            }
        }
    }
}
