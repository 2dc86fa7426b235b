import CFFmpeg

/// Role of a packet for a decoder that begins there, determined from its headers.
package struct PacketRole: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A keyframe: no later packet refers to one before it.
        case entry
        /// Like `entry`, except for the packets that follow it and are shown before it (HEVC's CRA).
        case openEntry
        case other
    }

    package var kind = Kind.other
    /// Whether the packet holds codec parameters, and whether it holds all that a decoder needs to begin.
    package var hasParameters = false
    package var hasAllParameters = false

    package init(kind: Kind = .other) { self.kind = kind }
}

/// Determines the roles of packets, for H.264, HEVC, VP8 and VP9.
package struct PacketReader: Sendable {
    private enum Codec { case h264, hevc, vp8, vp9 }

    private let codec: Codec
    /// Bytes of the length before each NAL unit; nil if units are separated by start codes.
    private let lengthSize: Int?

    /// Creates a reader for a stream; nil if the codec is none of H.264, HEVC, VP8 and VP9.
    /// - Parameters:
    ///   - decoder: the decoder's name in libavcodec.
    ///   - extradata: the stream's `AVCodecParameters.extradata`, which has the length of NAL units in MP4.
    package init?(decoder: String, extradata: UnsafeRawBufferPointer) {
        switch decoder {
        case "h264":
            codec = .h264
            lengthSize = extradata.count >= 7 && extradata[0] == 1 ? Int(extradata[4] & 3) + 1 : nil
        case "hevc":
            codec = .hevc
            let isBoxed = extradata.count >= 23 && (extradata[0] != 0 || extradata[1] != 0 || extradata[2] > 1)
            lengthSize = isBoxed ? Int(extradata[21] & 3) + 1 : nil
        case "vp8": (codec, lengthSize) = (.vp8, nil)
        case "vp9": (codec, lengthSize) = (.vp9, nil)
        default: return nil
        }
    }

    package func role(of data: UnsafeRawBufferPointer) -> PacketRole {
        switch codec {
        case .vp8:
            let isKey = data.count >= 10 && data[0] & 1 == 0 && data[3] == 0x9d && data[4] == 1 && data[5] == 0x2a
            return PacketRole(kind: isKey ? .entry : .other)
        case .vp9:
            // Frame marker, profile below 3, no shown existing frame, a keyframe, and the sync code.
            let isKey =
                data.count >= 4 && data[0] & 0xcc == 0x80 && data[0] & 0x30 != 0x30 && data[1] == 0x49
                && data[2] == 0x83 && data[3] == 0x42
            return PacketRole(kind: isKey ? .entry : .other)
        case .h264, .hevc: return unitsRole(data)
        }
    }

    /// Reads the NAL unit headers up to the first one with a coded picture.
    private func unitsRole(_ data: UnsafeRawBufferPointer) -> PacketRole {
        var role = PacketRole()
        var seen: Set<Int> = []
        var position = 0
        while let header = nextUnit(in: data, &position) {
            let type = codec == .h264 ? Int(header & 0x1f) : Int(header >> 1 & 0x3f)
            if let kind = kind(of: type) {
                role.kind = kind
                break
            }
            seen.insert(type)
        }
        let needed: Set = codec == .h264 ? [7, 8] : [32, 33, 34]
        role.hasParameters = !seen.isDisjoint(with: needed)
        role.hasAllParameters = seen.isSuperset(of: needed)
        return role
    }

    /// Role by the type of a NAL unit with a coded picture; nil for other types.
    private func kind(of type: Int) -> PacketRole.Kind? {
        switch (codec, type) {
        case (.h264, 5): .entry
        case (.h264, 1...4): .other
        case (.hevc, 19...20): .entry
        case (.hevc, 21): .openEntry
        case (.hevc, 0...31): .other
        default: nil
        }
    }

    /// First byte of the next NAL unit; nil at the end, or if the data is invalid.
    private func nextUnit(in data: UnsafeRawBufferPointer, _ position: inout Int) -> UInt8? {
        if let lengthSize {
            guard position + lengthSize < data.count else { return nil }
            let length = data[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
            let first = position + lengthSize
            guard length > 0, length <= data.count - first else { return nil }
            position = first + length
            return data[first]
        }
        while position + 3 < data.count {
            if data[position + 2] > 1 {
                position += 3
            } else if data[position] == 0 && data[position + 1] == 0 && data[position + 2] == 1 {
                position += 3
                return data[position]
            } else {
                position += 1
            }
        }
        return nil
    }
}
