import CPipeWire
import OrielGeometry
import OrielPlayer

extension PipeWireFrame {
    /// Reads a frame's description; nil for a layout that wasn't offered.
    init?(_ pointer: UnsafePointer<oriel_pipewire_frame>) {
        let raw = pointer.pointee
        guard let format = SampleBuffer.Format(layout: raw.layout) else { return nil }
        let blocks = [raw.blocks.0, raw.blocks.1, raw.blocks.2, raw.blocks.3].prefix(Int(raw.block_count)).map {
            Block(capacity: Int($0.capacity), offset: Int($0.offset), stride: Int($0.stride))
        }
        let crop = Rect(raw.crop)
        self.init(
            format, width: Int(raw.width), height: Int(raw.height), blocks: blocks,
            crop: crop.isEmpty ? nil : crop)
        transform = raw.transform
        damage = withUnsafeBytes(of: raw.damage) { areas in
            areas.bindMemory(to: oriel_pipewire_area.self).prefix(Int(raw.damage_count)).map { Rect($0) }
        }
    }

    /// The shown part. The numbers of a dmabuf are checked when its frame is made, so only its size counts here.
    func shown(isDmabuf: Bool) -> Shown? {
        guard isDmabuf else { return shown }
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height), let part else { return nil }
        return Shown(width: part.width, height: part.height, planes: [])
    }
}

extension Rect {
    fileprivate init(_ area: oriel_pipewire_area) {
        self.init(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height))
    }
}

extension SampleBuffer.Format {
    /// Layouts of frames, and their DRM formats; nil for those that aren't asked for as dmabufs.
    private static let layouts: [(layout: UInt32, format: Self, fourcc: UInt32)] = [
        (UInt32(ORIEL_PIPEWIRE_BGRX), .bgrx, 0x3432_5258), (UInt32(ORIEL_PIPEWIRE_BGRA), .bgra, 0x3432_5241),
        (UInt32(ORIEL_PIPEWIRE_RGBX), .rgbx, 0x3432_4258), (UInt32(ORIEL_PIPEWIRE_RGBA), .rgba, 0x3432_4241),
        (UInt32(ORIEL_PIPEWIRE_NV12), .nv12, 0x3231_564E), (UInt32(ORIEL_PIPEWIRE_I420), .i420, 0x3231_5559),
        (UInt32(ORIEL_PIPEWIRE_YUY2), .yuy2, 0x5659_5559), (UInt32(ORIEL_PIPEWIRE_UYVY), .uyvy, 0x5956_5955),
    ]

    init?(layout: UInt32) {
        guard let known = Self.layouts.first(where: { $0.layout == layout }) else { return nil }
        self = known.format
    }

    /// Layout of a DRM format; nil if PipeWire isn't asked for it.
    static func layout(of fourcc: UInt32) -> UInt32? { layouts.first { $0.fourcc == fourcc }?.layout }

    /// The DRM format.
    var fourcc: UInt32? { Self.layouts.first { $0.format == self }?.fourcc }
}
