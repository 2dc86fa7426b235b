package import OrielMedia

/// Reference implementation of H.273's conversions between R'G'B' and code values, one equation at a time in Double.
package struct ColorModel {
    package var format: PixelFormat
    package var matrix: ColorDescription.Matrix
    package var range: ColorDescription.Range

    package init(format: PixelFormat, matrix: ColorDescription.Matrix, range: ColorDescription.Range) {
        self.format = format
        self.matrix = matrix
        self.range = range
    }

    private var unit: Double { Double(1 << (format.bitDepth - 8)) }
    private var maximum: Double { Double((1 << format.bitDepth) - 1) }
    private var isRGB: Bool { [.rgba, .bgra, .planarGBR].contains(format.layout) }

    /// Converts a colour, 0 to 1 each, to the code values of the format's components.
    package func encode(_ red: Double, _ green: Double, _ blue: Double) -> [Int] {
        if isRGB { return [red, green, blue].map { Int(($0 * maximum).rounded()) } }
        if matrix == .identity { return [green, blue, red].map(lumaCode) }
        let y: Double
        let cb: Double
        let cr: Double
        if matrix == .ycgco {
            y = 0.5 * green + 0.25 * (red + blue)
            cb = 0.5 * green - 0.25 * (red + blue)
            cr = 0.5 * (red - blue)
        } else {
            let (kr, kb) = coefficients
            y = kr * red + (1 - kr - kb) * green + kb * blue
            cb = 0.5 * (blue - y) / (1 - kb)
            cr = 0.5 * (red - y) / (1 - kr)
        }
        return [lumaCode(y), chromaCode(cb), chromaCode(cr)]
    }

    /// Converts code values to a colour, 0 to 255 each.
    package func decode(_ codes: [Double]) -> [Double] {
        let rgb: [Double]
        if isRGB {
            rgb = codes.map { $0 / maximum }
        } else if format.layout == .gray {
            rgb = [Double](repeating: luma(codes[0]), count: 3)
        } else if matrix == .identity {
            rgb = [luma(codes[2]), luma(codes[0]), luma(codes[1])]
        } else {
            let y = luma(codes[0])
            let cb = chroma(codes[1])
            let cr = chroma(codes[2])
            if matrix == .ycgco {
                let rest = y - cb
                rgb = [rest + cr, y + cb, rest - cr]
            } else {
                let (kr, kb) = coefficients
                let red = y + 2 * (1 - kr) * cr
                let blue = y + 2 * (1 - kb) * cb
                rgb = [red, (y - kr * red - kb * blue) / (1 - kr - kb), blue]
            }
        }
        return rgb.map { min(max($0, 0), 1) * 255 }
    }

    private var coefficients: (kr: Double, kb: Double) {
        switch matrix {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        case .smpte240m: (0.212, 0.087)
        case .fcc: (0.30, 0.11)
        case .ycgco, .identity: (.nan, .nan)
        }
    }

    private func lumaCode(_ value: Double) -> Int {
        Int((range == .limited ? (219 * value + 16) * unit : maximum * value).rounded())
    }

    private func chromaCode(_ value: Double) -> Int {
        let code = range == .limited ? (224 * value + 128) * unit : maximum * value + 128 * unit
        return Int(min(max(code.rounded(), 0), maximum))
    }

    private func luma(_ code: Double) -> Double {
        range == .limited ? (code / unit - 16) / 219 : code / maximum
    }

    private func chroma(_ code: Double) -> Double {
        range == .limited ? (code / unit - 128) / 224 : (code - 128 * unit) / maximum
    }
}
