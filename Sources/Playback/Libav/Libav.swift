package import CFFmpeg
import Glibc
import OrielMedia
import OrielPlatform

/// Conversions between FFmpeg's values and Swift's.
package enum Libav {
    /// Describes an error code in the library's words (`av_strerror`).
    package static func words(_ code: CInt) -> String {
        var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
        av_strerror(code, &text, text.count)
        return string(text)
    }

    package static func string(_ text: [CChar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package static func string(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

    /// Converts ticks of a time base; nil if there is no value or it is nonsense (`av_rescale_q`).
    package static func duration(_ ticks: Int64, _ base: AVRational) -> Duration? {
        guard ticks != ORIEL_AV_NOPTS_VALUE, base.num > 0, base.den > 0 else { return nil }
        let nanoseconds = av_rescale_q(ticks, base, AVRational(num: 1, den: 1_000_000_000))
        // A time beyond 30 years either way is a damaged number.
        return nanoseconds.magnitude < 1_000_000_000_000_000_000 ? .nanoseconds(nanoseconds) : nil
    }

    /// Converts a time to AV_TIME_BASE units.
    package static func microseconds(_ time: Duration) -> Int64 {
        min(max(time.microseconds, .min / 2), .max / 2)
    }

    /// Luminance in cd/m²; nil if there is no value or it is nonsense.
    package static func luminance(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }

    /// Value of a metadata entry; nil if missing or empty (`av_dict_get`).
    package static func metadata(_ dictionary: OpaquePointer?, _ key: String) -> String? {
        guard let entry = av_dict_get(dictionary, key, nil, 0) else { return nil }
        return string(entry.pointee.value).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Displayable value of a metadata entry: valid UTF-8 without control characters, at most `limit` bytes. Nil if
    /// missing or empty.
    package static func text(_ dictionary: OpaquePointer?, _ key: String, limit: Int = 4096) -> String? {
        guard let value = av_dict_get(dictionary, key, nil, 0)?.pointee.value else { return nil }
        let text = plain(UnsafeRawBufferPointer(start: value, count: strnlen(value, limit * 4)), limit: limit)
        return text.isEmpty ? nil : text
    }

    /// Makes bytes displayable: repairs UTF-8, replaces control characters by spaces, and cuts between characters.
    package static func plain(_ bytes: some Collection<UInt8>, limit: Int) -> String {
        var text = ""
        var size = 0
        for character in String(decoding: bytes, as: UTF8.self) {
            let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
            let shown = isControl ? " " : character
            size += shown.utf8.count
            guard size <= limit else { break }
            text.append(shown)
        }
        return text
    }
}

extension Rational {
    /// Converts a positive ratio; nil for any other.
    package init?(positive value: AVRational) {
        guard value.num > 0, value.den > 0 else { return nil }
        self.init(Int(value.num), Int(value.den))
    }
}
