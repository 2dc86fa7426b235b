import CFFmpeg
import OrielDecode
import Testing

/// The choice between one decoder thread and several.
@Suite struct DecoderThreadsTests {
    private static let fullHD = 1920 * 1080

    private func way(
        _ codec: AVCodecID, _ samples: Int, rate: Double?, bitRate: Int? = nil, hasTarget: Bool = false
    ) -> DecoderThreads.Way? {
        DecoderThreads(codec, samples: samples, rate: rate, bitRate: bitRate)?.way(hasTarget: hasTarget)
    }

    @Test func sizeAndRateDecide() {
        #expect(way(AV_CODEC_ID_H264, Self.fullHD, rate: 60) == .one)
        #expect(way(AV_CODEC_ID_H264, Self.fullHD, rate: 120) == .several)
        #expect(way(AV_CODEC_ID_VP8, Self.fullHD * 4, rate: 24) == .several)
        #expect(way(AV_CODEC_ID_H264, 0, rate: 60) == .one)
    }

    @Test func aStreamWithoutARateCountsAsFast() {
        #expect(way(AV_CODEC_ID_H264, Self.fullHD, rate: nil) == .one)
        #expect(way(AV_CODEC_ID_H264, Self.fullHD * 4, rate: nil) == .several)
    }

    @Test func hevcAndVP9CostTwice() {
        for codec in [AV_CODEC_ID_HEVC, AV_CODEC_ID_VP9] {
            #expect(way(codec, Self.fullHD, rate: 30) == .one)
            #expect(way(codec, Self.fullHD, rate: 60) == .several)
        }
    }

    @Test func manyBitsNeedSeveral() {
        #expect(way(AV_CODEC_ID_H264, Self.fullHD, rate: 30, bitRate: 8_000_000) == .one)
        #expect(way(AV_CODEC_ID_H264, Self.fullHD, rate: 30, bitRate: 60_000_000) == .several)
    }

    @Test func theWayToATargetIsForSeveral() {
        #expect(way(AV_CODEC_ID_H264, Self.fullHD, rate: 24, hasTarget: true) == .several)
    }

    @Test func otherCodecsHaveNoChoice() {
        for codec in [AV_CODEC_ID_MPEG4, AV_CODEC_ID_AV1, AV_CODEC_ID_MJPEG] {
            #expect(way(codec, Self.fullHD, rate: 24) == nil)
        }
    }
}
