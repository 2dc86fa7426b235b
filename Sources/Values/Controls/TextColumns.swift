extension StringProtocol {
    /// Width in average letters, for layouts made before a text is drawn. Characters of East Asian scripts and emoji
    /// are as wide as two (Unicode Standard Annex 11, wide and fullwidth).
    package var columns: Int {
        reduce(0) { $0 + ($1.unicodeScalars.first.map { Self.isWide($0.value) } == true ? 2 : 1) }
    }

    private static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
