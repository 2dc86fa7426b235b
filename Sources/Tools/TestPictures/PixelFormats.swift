package import OrielMedia

/// All formats that decoders or apps deliver, by FFmpeg's name.
package enum PixelFormats {
    package static let all: [(name: String, format: PixelFormat)] = [
        ("yuv420p", .yuv420p),
        ("yuv422p", PixelFormat(layout: .planarYUV, chromaShiftX: 1)),
        ("yuv444p", PixelFormat(layout: .planarYUV)),
        ("yuv440p", PixelFormat(layout: .planarYUV, chromaShiftY: 1)),
        ("yuv411p", PixelFormat(layout: .planarYUV, chromaShiftX: 2)),
        ("nv12", .nv12),
        ("yuv420p10le", deep(.planarYUV, 10, 1, 1)),
        ("yuv422p10le", deep(.planarYUV, 10, 1, 0)),
        ("yuv444p10le", deep(.planarYUV, 10, 0, 0)),
        ("yuv420p12le", deep(.planarYUV, 12, 1, 1)),
        ("yuv444p16le", deep(.planarYUV, 16, 0, 0)),
        (
            "p010le",
            PixelFormat(
                layout: .semiPlanarYUV, chromaShiftX: 1, chromaShiftY: 1, bitDepth: 10, bytesPerComponent: 2,
                isHighAligned: true)
        ),
        ("yuyv422", PixelFormat(layout: .yuyv, chromaShiftX: 1)),
        ("uyvy422", PixelFormat(layout: .uyvy, chromaShiftX: 1)),
        ("gray", PixelFormat(layout: .gray)),
        ("gray10le", deep(.gray, 10, 0, 0)),
        ("rgba", .rgba),
        ("rgb0", PixelFormat(layout: .rgba)),
        ("bgra", PixelFormat(layout: .bgra, hasAlpha: true)),
        ("bgr0", PixelFormat(layout: .bgra)),
        ("gbrp", PixelFormat(layout: .planarGBR)),
        ("gbrp10le", deep(.planarGBR, 10, 0, 0)),
        ("yuva420p", PixelFormat(layout: .planarYUV, chromaShiftX: 1, chromaShiftY: 1, hasAlpha: true)),
        ("yuva444p10le", deep(.planarYUV, 10, 0, 0, hasAlpha: true)),
        ("gbrap", PixelFormat(layout: .planarGBR, hasAlpha: true)),
    ]

    package static func named(_ name: String) -> PixelFormat? { all.first { $0.name == name }?.format }

    private static func deep(
        _ layout: PixelFormat.Layout, _ bits: Int, _ shiftX: Int, _ shiftY: Int, hasAlpha: Bool = false
    ) -> PixelFormat {
        PixelFormat(
            layout: layout, chromaShiftX: shiftX, chromaShiftY: shiftY, bitDepth: bits, bytesPerComponent: 2,
            hasAlpha: hasAlpha)
    }
}
