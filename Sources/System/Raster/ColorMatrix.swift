import CRaster
import OrielMedia

/// Conversion from components to R'G'B' (ITU-T H.273 §8.3).
///
/// Red, green, blue = `columns` × (components − 128) + `offset`, all in 255ths, whatever the bit depth.
struct ColorMatrix {
    var columns: [SIMD3<Double>]
    var offset: SIMD3<Double>

    init(_ format: PixelFormat, _ color: ColorDescription) {
        let unit = Double(1 << (format.bitDepth - 8))
        let conversion = ColorConversion(format, color, code: (unit, 128 * unit))
        columns = conversion.columns.map { $0 * 255 }
        if format.layout == .bgra { columns.swapAt(0, 2) }
        offset = conversion.offset * 255
    }

    /// Matrix for components that are sums of rows.
    /// - Parameter sums: sum of the rows' weights, for each component.
    func quantized(_ sums: SIMD4<Int>) -> oriel_raster_matrix {
        // A product drops 15 bits and keeps five extra ones.
        let unit = Double(1 << 20)
        func coefficient(_ row: Int, _ column: Int) -> Int16 {
            Int16(clamping: Int((columns[column][row] * unit / Double(max(sums[column], 1))).rounded()))
        }
        func constant(_ row: Int) -> Int16 { Int16(clamping: Int((offset[row] * 32 + 16).rounded())) }
        var matrix = oriel_raster_matrix()
        matrix.coefficients = (
            coefficient(0, 0), coefficient(0, 1), coefficient(0, 2), coefficient(1, 0), coefficient(1, 1),
            coefficient(1, 2), coefficient(2, 0), coefficient(2, 1), coefficient(2, 2)
        )
        matrix.offsets = (constant(0), constant(1), constant(2))
        let luma = columns[0]
        matrix.isSimple = luma.x == luma.y && luma.y == luma.z && columns[1].x == 0 && columns[2].z == 0
        return matrix
    }
}
