/// Recognises the codec of stream data by the parameter sets that decoders begin with. Used only for streams in
/// trouble.
package enum CodecSign {
    /// Codec name in libavcodec; nil if nothing reveals it.
    package static func codec(of data: UnsafeRawBufferPointer) -> String? {
        var before: (UInt8, UInt8)?
        var beforeThat: (UInt8, UInt8)?
        var position = 0
        while let unit = nextUnit(in: data, &position) {
            if let before {
                // Sequence header and its extension.
                if before.0 == 0xb3, unit.0 == 0xb5 { return "mpeg2video" }
                // Sequence parameters with a known profile, then picture parameters.
                if isOfH264(before, type: 7), profiles.contains(before.1), isOfH264(unit, type: 8) { return "h264" }
                if let beforeThat, beforeThat == (0x40, 1), before == (0x42, 1), unit == (0x44, 1) { return "hevc" }
            }
            (beforeThat, before) = (before, unit)
        }
        return nil
    }

    private static let profiles: Set<UInt8> = [44, 66, 77, 88, 100, 110, 122, 244]

    private static func isOfH264(_ unit: (UInt8, UInt8), type: UInt8) -> Bool {
        unit.0 & 0x9f == type && unit.0 & 0x60 != 0
    }

    /// The two bytes after the next start code; nil if there is none.
    private static func nextUnit(in data: UnsafeRawBufferPointer, _ position: inout Int) -> (UInt8, UInt8)? {
        while position + 4 < data.count {
            if data[position + 2] > 1 {
                position += 3
            } else if data[position] == 0 && data[position + 1] == 0 && data[position + 2] == 1 {
                position += 3
                return (data[position], data[position + 1])
            } else {
                position += 1
            }
        }
        return nil
    }
}
