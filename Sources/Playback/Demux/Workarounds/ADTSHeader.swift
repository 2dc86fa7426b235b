/// Header of an ADTS packet (ISO 13818-7, 6.2), with its sample rate. Value code.
package struct ADTSHeader: Hashable, Sendable {
    private static let rates: [Int32] = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    /// Samples per second, before any enlargement by the decoder (SBR).
    package let rate: Int32
    /// Number of samples per channel at that rate.
    package let samples: Int64

    /// Reads the header; nil if the packet has none.
    package init?(_ packet: UnsafeRawBufferPointer) {
        guard packet.count >= 7, packet[0] == 0xFF, packet[1] & 0xF6 == 0xF0 else { return nil }
        let index = Int(packet[2] >> 2 & 0xF)
        guard Self.rates.indices.contains(index) else { return nil }
        rate = Self.rates[index]
        samples = (Int64(packet[6] & 3) + 1) * 1024
    }
}
