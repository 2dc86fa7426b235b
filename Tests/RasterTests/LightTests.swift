import OrielGeometry
import OrielMedia
import OrielRaster
import OrielTestPictures
import Testing

/// Wide gamut and high dynamic range on a standard screen, compared with BT.2100's equations in Double.
struct LightTests {
    private static let format = PixelFormat(layout: .planarGBR, bitDepth: 10, bytesPerComponent: 2)
    private static let colors: [(ColorDescription.Transfer, ColorDescription.Primaries)] = [
        (.pq, .bt2020), (.pq, .displayP3), (.pq, .bt709), (.hlg, .bt2020), (.hlg, .bt709), (.sdr, .bt2020),
        (.sdr, .displayP3), (.linear, .bt709), (.linear, .bt2020),
    ]

    private func frame(
        _ transfer: ColorDescription.Transfer, _ primaries: ColorDescription.Primaries, peak: Double? = nil,
        width: Int, height: Int, rotation: VideoFrame.Rotation = .none, _ code: (Int, Int, Int) -> Int
    ) -> VideoFrame {
        let color = ColorDescription(
            matrix: .identity, range: .full, transfer: transfer, primaries: primaries, peakLuminance: peak)
        return FrameFactory(format: Self.format, width: width, height: height, color: color, rotation: rotation)
            .frame(code)
    }

    /// Returns greys, near-greys and random colours.
    private func codes(_ seed: Int) -> [[Int]] {
        var state = UInt64(seed)
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        return (0..<900).map { index in
            switch index % 3 {
            case 0: return [Int](repeating: random(1024), count: 3)
            case 1:
                let grey = random(1024)
                return (0..<3).map { _ in min(max(grey + random(81) - 40, 0), 1023) }
            default: return (0..<3).map { _ in random(1024) }
            }
        }
    }

    @Test(arguments: colors.indices) func anyColourIsTheStandards(_ index: Int) throws {
        let (transfer, primaries) = Self.colors[index]
        for peak in transfer == .pq ? [400.0, 1000, 4000] : [1000] {
            let (codes, model) = (codes(index), LightModel(transfer, primaries, peak: peak))
            let frame = frame(transfer, primaries, peak: peak, width: 30, height: 30) { codes[$2 * 30 + $1][$0] }
            let screens = try [true, false].map { usesVectors in
                let screen = Screen(30, 30)
                try screen.draw(frame, with: Raster(usesVectors: usesVectors))
                return screen
            }
            #expect(screens[0].bytes == screens[1].bytes)
            var sum = 0.0
            for (place, code) in codes.enumerated() {
                let wanted = model.shown(code.map { Double($0) / 1023 })
                let seen = screens[0][place % 30, place / 30]
                for component in 0..<3 {
                    let error = Double(seen[component]) - wanted[component]
                    sum += error
                    // Half a byte of dithering and rounding; near black the last fraction of a colour is a byte or two.
                    #expect(abs(error) <= (wanted[component] < 24 ? 3 : 1.6), "\(code) \(seen) \(wanted)")
                }
                #expect(seen[3] == 255)
            }
            #expect(abs(sum / Double(codes.count * 3)) < 0.1, "no shade is lighter or darker in the mean")
        }
    }

    /// A typical film frame: Y'CbCr, reduced to a quarter, rotated, and drawn in bands.
    @Test func picturesAreReducedBeforeTheirLightIsConverted() throws {
        let format = PixelFormat(
            layout: .planarYUV, chromaShiftX: 1, chromaShiftY: 1, bitDepth: 10, bytesPerComponent: 2)
        let color = ColorDescription(matrix: .bt2020, transfer: .pq, primaries: .bt2020, peakLuminance: 600)
        for rotation: VideoFrame.Rotation in [.none, .clockwise90] {
            func make(_ color: ColorDescription) -> VideoFrame {
                // Slow changes, for which averages of signals and of light agree.
                FrameFactory(format: format, width: 64, height: 48, color: color, rotation: rotation).frame {
                    component, x, y -> Int in
                    if component == 0 { return 200 + 5 * x + 3 * y }
                    return 480 + x + y / 2
                }
            }
            let size = rotation == .none ? Size(width: 16, height: 12) : Size(width: 12, height: 16)
            let reference = ReferencePicture(make(ColorDescription(matrix: .bt2020)), size: size)
            let model = LightModel(.pq, .bt2020, peak: 600)
            let screen = Screen(size.width, size.height)
            try screen.draw(make(color), with: Raster(), bands: 3)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let wanted = model.shown(reference[x, y].map { $0 / 255 })
                    for (seen, wanted) in zip(screen[x, y], wanted) {
                        #expect(abs(Double(seen) - wanted) <= 3, "\(rotation) \(x),\(y)")
                    }
                }
            }
        }
    }

    /// Drawing ends at the frame's edge, whatever its width.
    @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 31]) func nothingBesideIsTouched(width: Int) throws {
        let frame = frame(.hlg, .bt2020, width: width, height: 3) { _, x, y in x * 30 + y }
        for usesVectors in [true, false] {
            let screen = Screen(width + 3, 5, padding: 4)
            let place = Rect(x: 1, y: 1, width: width, height: 3)
            try screen.draw(frame, with: Raster(usesVectors: usesVectors), at: place)
            #expect(screen.isUntouched(outside: place))
        }
    }

    /// Consecutive frames of different streams: the tables are those of the drawn frame.
    @Test func eachFrameHasItsOwnLight() throws {
        let raster = Raster()
        func shade(_ transfer: ColorDescription.Transfer, peak: Double?) throws -> Int {
            let screen = Screen(1, 1)
            try screen.draw(
                frame(transfer, .bt2020, peak: peak, width: 1, height: 1) { _, _, _ in 600 }, with: raster)
            return screen[0, 0][1]
        }
        let first = try [shade(.pq, peak: 400), shade(.pq, peak: 4000), shade(.hlg, peak: nil), shade(.sdr, peak: nil)]
        #expect(Set(first).count == 4)
        #expect(
            try [shade(.pq, peak: 400), shade(.pq, peak: 4000), shade(.hlg, peak: nil), shade(.sdr, peak: nil)] == first
        )
    }
}
