import Glibc
import OrielGeometry
import OrielMedia
import OrielRendering
import OrielTestPictures
import Testing

/// Wide gamut and high dynamic range on a standard screen, compared with BT.2100's equations in Double.
@Suite(.serialized) struct LightTests {
    private static let format = PixelFormat(layout: .planarGBR, bitDepth: 10, bytesPerComponent: 2)

    /// Returns the drawn colour of a uniform frame of 10-bit R'G'B' codes.
    private func shown(
        _ codes: [Int], _ transfer: ColorDescription.Transfer, _ primaries: ColorDescription.Primaries,
        peak: Double? = nil
    ) throws -> [Int] {
        let canvas = try Canvas(4, 4)
        defer { canvas.finish() }
        let frame = FrameFactory(
            format: Self.format, width: 4, height: 4,
            color: ColorDescription(
                matrix: .identity, range: .full, transfer: transfer, primaries: primaries, peakLuminance: peak)
        ).frame { component, _, _ in codes[component] }
        return Array(try canvas.pixels(of: frame)[1, 1].prefix(3))
    }

    @Test func greysOfWidePrimariesStay() throws {
        for code in [0, 100, 400, 512, 800, 1023] {
            let expected = Int((Double(code) * 255 / 1023).rounded())
            for primaries: ColorDescription.Primaries in [.bt2020, .displayP3] {
                for component in try shown([code, code, code], .sdr, primaries) {
                    #expect(abs(component - expected) <= 1, "\(primaries) \(code): \(component), \(expected)")
                }
            }
        }
    }

    /// BT.709's own colours, coded with other primaries, stay the same.
    @Test(arguments: [[0.8, 0.3, 0.2], [0.2, 0.6, 0.3], [0.1, 0.2, 0.9]])
    func commonColorsStay(_ color: [Double]) throws {
        let light = color.map { pow($0, 2.2) }
        // Inverse of the screen's matrix, from the standards BT.2087 and SMPTE EG 432-1.
        let matrices: [(ColorDescription.Primaries, [[Double]])] = [
            (.bt2020, [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]),
            (.displayP3, [[0.8225, 0.1774, 0], [0.0332, 0.9669, 0], [0.0171, 0.0724, 0.9108]]),
        ]
        for (primaries, rows) in matrices {
            let codes = rows.map { row in
                let mixed = zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }
                return Int((pow(mixed, 1 / 2.2) * 1023).rounded())
            }
            for (component, expected) in zip(try shown(codes, .sdr, primaries), color) {
                #expect(abs(Double(component) - expected * 255) <= 2, "\(primaries) \(color)")
            }
        }
    }

    /// Converts light in cd/m² to PQ's signal (ST 2084).
    private func perceptual(_ nits: Double) -> Double {
        let y = pow(nits / 10000, 2610.0 / 16384)
        return pow((3424.0 / 4096 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 2523.0 / 32)
    }

    /// Converts scene light to HLG's signal (BT.2100 table 5).
    private func logGamma(_ scene: Double) -> Double {
        scene <= 1.0 / 12 ? (3 * scene).squareRoot() : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
    }

    @Test func highRangeKeepsTheDarkAndBendsTheBright() throws {
        // Up to half of paper white is unchanged; the peak is the screen's white.
        for nits in [0.0, 1, 5, 20, 50, 100] {
            let expected = 255 * pow(nits / 203, 1 / 2.2)
            let code = Int((perceptual(nits) * 1023).rounded())
            for component in try shown([code, code, code], .pq, .bt2020) {
                #expect(abs(Double(component) - expected) <= 2, "PQ \(nits): \(component), \(expected)")
            }
            // A grey's display light is 1000 · scene^1.2.
            let signal = logGamma(pow(nits / 1000, 1 / 1.2))
            let hybrid = Int((signal * 1023).rounded())
            for component in try shown([hybrid, hybrid, hybrid], .hlg, .bt2020) {
                #expect(abs(Double(component) - expected) <= 2, "HLG \(nits): \(component), \(expected)")
            }
        }
        for transfer: ColorDescription.Transfer in [.pq, .hlg] {
            var last = -1
            for code in stride(from: 0, through: 1023, by: 33) {
                let seen = try shown([code, code, code], transfer, .bt2020)
                #expect(seen[0] == seen[1] && seen[1] == seen[2], "grey stays grey: \(transfer) \(code) \(seen)")
                #expect(seen[0] >= last, "\(transfer) \(code)")
                last = seen[0]
            }
            #expect(last == 255)
        }
        let paper = Int((perceptual(203) * 1023).rounded())
        let white = try shown([paper, paper, paper], .pq, .bt2020)[0]
        #expect((215...250).contains(white), "paper is bright, with room above: \(white)")
    }

    private func grey(_ nits: Double, peak: Double?) throws -> Int {
        let code = Int((perceptual(nits) * 1023).rounded())
        return try shown([code, code, code], .pq, .bt2020, peak: peak)[0]
    }

    /// The metadata's peak is the screen's white, no lower value is, and up to half of paper white is unchanged.
    @Test(arguments: [300.0, 600, 1000, 4000, 10000]) func theBrightestByItsMetadataIsWhite(peak: Double) throws {
        #expect(try grey(min(10000, peak * 1.02), peak: peak) == 255)
        let below = try grey(peak * 0.25, peak: peak)
        #expect((100...254).contains(below), "\(below)")
        let expected = 255 * pow(80.0 / 203, 1 / 2.2)
        #expect(abs(Double(try grey(80, peak: peak)) - expected) <= 2)
    }

    /// With less range above paper white, paper white is brighter.
    @Test func paperIsBrighterWhereThereIsLessAbove() throws {
        let papers = try [4000, 1000, 400, 250].map { try grey(203, peak: $0) }
        #expect(papers == papers.sorted() && Set(papers).count == 4, "\(papers)")
        #expect(try grey(203, peak: nil) == papers[1])
    }

    /// A peak of almost zero, one below paper white, and one beyond PQ's range.
    @Test(arguments: [0.001, 1, 100, 1e9]) func metadataThatCannotBeIsBounded(peak: Double) throws {
        var last = -1
        for nits in [0.0, 10, 100, 203, 500, 1000, 10000] {
            let seen = try grey(nits, peak: peak)
            #expect(seen >= last)
            last = seen
        }
        #expect(last == 255)
        #expect(abs(Double(try grey(80, peak: peak)) - 255 * pow(80.0 / 203, 1 / 2.2)) <= 2)
    }

    /// HLG's light is relative to the screen's, so metadata changes nothing.
    @Test func hybridLogGammaHasNoMetadata() throws {
        #expect(try shown([700, 700, 700], .hlg, .bt2020, peak: 300) == shown([700, 700, 700], .hlg, .bt2020))
    }

    @Test func linearLightIsCoded() throws {
        let seen = try shown([512, 1023, 0], .linear, .bt709)
        #expect(abs(Double(seen[0]) - 255 * pow(512.0 / 1023, 1 / 2.2)) <= 1 && seen[1] == 255 && seen[2] == 0)
    }
}
