extension ColorDescription.Matrix {
    /// Contributions of Cb and Cr (−½…½) to R', G' and B', besides luma (H.273's MatrixCoefficients).
    package var chroma: (cb: SIMD3<Double>, cr: SIMD3<Double>) {
        let (kr, kb): (Double, Double)
        switch self {
        case .bt601: (kr, kb) = (0.299, 0.114)
        case .bt709: (kr, kb) = (0.2126, 0.0722)
        case .bt2020: (kr, kb) = (0.2627, 0.0593)
        case .smpte240m: (kr, kb) = (0.212, 0.087)
        case .fcc: (kr, kb) = (0.30, 0.11)
        // Cg, then Co: R = Y − Cg + Co, G = Y + Cg, B = Y − Cg − Co.
        case .ycgco, .identity: return (SIMD3(-1, 1, -1), SIMD3(1, 0, -1))
        }
        let kg = 1 - kr - kb
        return (SIMD3(0, -2 * kb * (1 - kb) / kg, 2 * (1 - kb)), SIMD3(2 * (1 - kr), -2 * kr * (1 - kr) / kg, 0))
    }
}
