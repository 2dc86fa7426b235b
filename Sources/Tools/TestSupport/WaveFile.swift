import Foundation

/// Sound without compression (RIFF WAVE).
package enum WaveFile {
    /// Writes interleaved samples of two channels.
    package static func write(_ samples: [Int16], rate: Int = 48000, to path: String) throws {
        var bytes = Array("RIFF".utf8)
        func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        append(UInt32(36 + samples.count * 2))
        bytes += "WAVEfmt ".utf8
        append(UInt32(16))
        for number in [1, 2] as [UInt16] { append(number) }
        for number in [rate, rate * 4] { append(UInt32(number)) }
        for number in [4, 16] as [UInt16] { append(number) }
        bytes += "data".utf8
        append(UInt32(samples.count * 2))
        for sample in samples { append(sample) }
        try Data(bytes).write(to: URL(filePath: path))
    }
}
