import OrielGeometry
import OrielMedia
import OrielRaster
import OrielTestPictures
import Testing

/// Parts of frames, compared with frames that have no more than the part.
struct CropTests {
    /// Code of a sample, by its place in the whole plane.
    private func code(_ component: Int, _ x: Int, _ y: Int, _ format: PixelFormat) -> Int {
        var noise = Noise(seed: (component * 1009 + y) * 1009 + x)
        return noise.below(1 << format.bitDepth)
    }

    /// No sample beside the part is read into it, at any size, in standard and high dynamic range.
    @Test(arguments: PixelFormats.all.map(\.name), [ColorDescription.Transfer.sdr, .pq, .hlg])
    func aPartLooksAsIfThereWasNothingElse(_ name: String, _ transfer: ColorDescription.Transfer) throws {
        let format = try #require(PixelFormats.named(name))
        let color = ColorDescription(transfer: transfer, primaries: transfer == .sdr ? .bt709 : .bt2020)
        let size = Size(width: 96, height: 72)
        let whole = FrameFactory(format: format, width: size.width, height: size.height, color: color, padding: 16)
            .frame { code($0, $1, $2, format) }
        // From a sample of colour to another, and to the last column and row.
        for part in [
            Rect(x: 8, y: 4, width: 48, height: 36), Rect(x: 44, y: 32, width: 52, height: 40),
            Rect(x: 0, y: 20, width: 4, height: 4),
        ] {
            let alone = FrameFactory(format: format, width: part.width, height: part.height, color: color).frame {
                let isChroma = $0 == 1 || $0 == 2
                let isSubsampled = isChroma && !format.isRGB
                return code(
                    $0, $1 + part.x >> (isSubsampled ? format.chromaShiftX : 0),
                    $2 + part.y >> (isSubsampled ? format.chromaShiftY : 0), format)
            }
            let cut = whole.part(UnitRect(part, of: size))
            #expect(cut.width == part.width && cut.height == part.height)
            for target in [Size(width: 130, height: 97), Size(width: 31, height: 23)] {
                let (seen, wanted) = (Screen(target.width, target.height), Screen(target.width, target.height))
                try seen.draw(cut, with: Raster())
                try wanted.draw(alone, with: Raster())
                #expect(seen.bytes == wanted.bytes, "\(part) on \(target)")
            }
        }
    }
}
