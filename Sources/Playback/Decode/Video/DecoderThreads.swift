package import CFFmpeg
import OrielLibav

/// Decision whether one thread or several decode a stream, by its codec, size and rates. Value code.
///
/// Frame threads cost memory (a frame and its tables each) and context switches, and gain nothing for a stream that one
/// thread decodes in half of its time or less. The way to a seek's target is for several in any case.
package struct DecoderThreads: Hashable, Sendable {
    package enum Way: Hashable, Sendable {
        case one
        case several
    }

    /// Luma samples per second of H.264 that one thread decodes: a little more than 1080p60.
    package static let samplesOfOne = 1 << 27
    /// Bits per second that one thread decodes.
    package static let bitsOfOne = 20_000_000
    /// Frames per second of a stream that doesn't state them.
    private static let assumedRate = 60.0

    private let isLight: Bool

    /// Nil for codecs other than H.264, HEVC, VP8 and VP9, whose threads stay as they are.
    /// - Parameters:
    ///   - samples: luma samples of a frame.
    ///   - rate: frames per second; nil if unknown.
    ///   - bitRate: bits per second; nil if unknown.
    package init?(_ codec: AVCodecID, samples: Int, rate: Double?, bitRate: Int?) {
        guard let cost = Self.cost(of: codec) else { return nil }
        let load = Double(samples) * (rate ?? Self.assumedRate) * cost
        isLight = load <= Double(Self.samplesOfOne) && bitRate ?? 0 <= Self.bitsOfOne
    }

    /// Cost of a sample, in samples of H.264.
    private static func cost(of codec: AVCodecID) -> Double? {
        switch codec {
        case AV_CODEC_ID_H264, AV_CODEC_ID_VP8: 1
        case AV_CODEC_ID_HEVC, AV_CODEC_ID_VP9: 2
        default: nil
        }
    }

    /// The way of decoding a run.
    /// - Parameter hasTarget: whether frames before a seek's target are decoded and dropped, as fast as possible.
    package func way(hasTarget: Bool) -> Way { isLight && !hasTarget ? .one : .several }
}

extension DecoderThreads {
    init?(_ video: VideoStream) {
        let parameters = video.stream.pointee.codecpar.pointee
        let rate = video.frameRate
        self.init(
            parameters.codec_id, samples: Int(parameters.width) * Int(parameters.height),
            rate: rate.num > 0 && rate.den > 0 ? av_q2d(rate) : nil, bitRate: video.bitRate)
    }
}
