import OrielGeometry
import OrielPipeWire
import OrielPlayer
import Testing

/// The check of frames in other processes' memory.
struct PipeWireFrameTests {
    private static func frame(
        _ format: SampleBuffer.Format, _ width: Int, _ height: Int, _ blocks: [PipeWireFrame.Block],
        crop: Rect? = nil
    ) -> PipeWireFrame { PipeWireFrame(format, width: width, height: height, blocks: blocks, crop: crop) }

    /// Block, offset, stride, length and count of each plane's rows.
    private static func numbers(_ shown: PipeWireFrame.Shown?) -> [[Int]]? {
        shown?.planes.map { [$0.block, $0.offset, $0.stride, $0.length, $0.count] }
    }

    @Test func rowsBeginAtTheOffsetAndAreAStrideApart() {
        let shown = Self.frame(.bgrx, 10, 4, [.init(capacity: 8 + 3 * 64 + 40, offset: 8, stride: 64)]).shown
        #expect(shown?.width == 10 && shown?.height == 4 && Self.numbers(shown) == [[0, 8, 64, 40, 4]])
        #expect(Self.frame(.bgrx, 10, 4, [.init(capacity: 160, offset: 0, stride: 0)]).shown?.planes[0].stride == 40)
    }

    @Test func planesOfOneBlockFollowOneAnother() {
        let nv12 = Self.frame(.nv12, 6, 4, [.init(capacity: 48, offset: 0, stride: 8)]).shown
        #expect(nv12?.planes.map(\.offset) == [0, 32] && nv12?.planes.map(\.length) == [6, 6])
        let i420 = Self.frame(.i420, 6, 4, [.init(capacity: 48, offset: 0, stride: 8)]).shown
        #expect(i420?.planes.map(\.offset) == [0, 32, 40] && i420?.planes.map(\.stride) == [8, 4, 4])
        let blocks = [
            PipeWireFrame.Block(capacity: 32, offset: 0, stride: 8), .init(capacity: 20, offset: 4, stride: 8),
        ]
        let apart = Self.frame(.nv12, 6, 4, blocks).shown
        #expect(apart?.planes.map(\.block) == [0, 1] && apart?.planes.map(\.offset) == [0, 4])
    }

    @Test func aCropIsAnOffsetOnAChromaSample() {
        let packed = Self.frame(
            .bgra, 10, 10, [.init(capacity: 400, offset: 0, stride: 40)],
            crop: .init(x: 3, y: 2, width: 4, height: 5)
        ).shown
        #expect(packed?.width == 4 && packed?.height == 5)
        #expect(Self.numbers(packed) == [[0, 2 * 40 + 12, 40, 16, 5]])
        let planar = Self.frame(
            .nv12, 10, 10, [.init(capacity: 150, offset: 0, stride: 10)], crop: .init(x: 3, y: 3, width: 4, height: 4)
        ).shown
        #expect(planar?.width == 5 && planar?.height == 5)
        #expect(planar?.planes.map(\.offset) == [22, 100 + 12])
        // Beyond the frame: what is left of it.
        let beyond = Self.frame(
            .bgra, 10, 10, [.init(capacity: 400, offset: 0, stride: 40)],
            crop: .init(x: -4, y: 6, width: 8, height: .max)
        ).shown
        #expect(beyond?.width == 4 && beyond?.height == 4)
    }

    @Test(arguments: [
        frame(.bgrx, 10, 4, [.init(capacity: 159, offset: 0, stride: 40)]),
        frame(.bgrx, 10, 4, [.init(capacity: 160, offset: 1, stride: 40)]),
        frame(.bgrx, 10, 4, [.init(capacity: 160, offset: 0, stride: 39)]),
        frame(.bgrx, 10, 4, [.init(capacity: 160, offset: 0, stride: -40)]),
        frame(.bgrx, 10, 4, [.init(capacity: 160, offset: Int(UInt32.max), stride: 40)]),
        frame(.bgrx, 10, 4, [.init(capacity: 160, offset: 0, stride: Int(Int32.max))]),
        frame(.bgrx, 0, 4, [.init(capacity: 160, offset: 0, stride: 40)]),
        frame(.bgrx, 20_000, 1, [.init(capacity: 80_000, offset: 0, stride: 80_000)]),
        // 1 GiB.
        frame(.bgrx, 16_384, 16_384, [.init(capacity: 1 << 30, offset: 0, stride: 65_536)]),
        frame(.nv12, 6, 4, [.init(capacity: 45, offset: 0, stride: 8)]),
        frame(.nv12, 6, 4, [.init(capacity: 32, offset: 0, stride: 8), .init(capacity: 13, offset: 0, stride: 8)]),
        frame(.i420, 6, 4, [.init(capacity: 32, offset: 0, stride: 8), .init(capacity: 13, offset: 0, stride: 8)]),
        frame(.bgrx, 10, 4, []),
        frame(
            .bgrx, 10, 4, [.init(capacity: 160, offset: 0, stride: 40)],
            crop: .init(x: 10, y: 0, width: 5, height: 4)),
        frame(
            .bgrx, 10, 4, [.init(capacity: 160, offset: 0, stride: 40)],
            crop: .init(x: .max, y: .max, width: .max, height: .max)),
    ]) func aFrameThatDoesNotLieInItsMemoryIsRefused(frame: PipeWireFrame) {
        #expect(frame.shown == nil)
    }

    /// A frame's transform is reversed: first mirrored, then turned clockwise.
    @Test(arguments: zip(0..<10, [0, 90, 180, 270, 0, 270, 180, 90, 0, 0]))
    func transformsAreReversed(transform: Int, degrees: Int) {
        var frame = Self.frame(.bgrx, 10, 4, [.init(capacity: 160, offset: 0, stride: 40)])
        frame.transform = UInt32(transform)
        #expect(frame.attributes.rotation.rawValue == degrees)
        #expect(frame.attributes.isFlipped == (4...7).contains(transform))
    }

    @Test func damageOutsideTheShownPartChangesNothing() {
        var frame = Self.frame(
            .bgrx, 100, 100, [.init(capacity: 40_000, offset: 0, stride: 400)],
            crop: .init(x: 20, y: 20, width: 50, height: 50))
        #expect(!frame.isUnchanged)
        let outside: [Rect] = [
            .init(x: 0, y: 0, width: 20, height: 100), .init(x: 70, y: 0, width: .max, height: 100),
            .init(x: 0, y: 0, width: 100, height: 20), .init(x: 0, y: 70, width: 100, height: 1),
            .init(x: -50, y: -50, width: 60, height: 60),
        ]
        frame.damage = outside
        #expect(frame.isUnchanged)
        for inside in [(19, 30, 2), (69, 30, 1), (30, 19, 2), (30, 69, 5)] {
            frame.damage = outside + [.init(x: inside.0, y: inside.1, width: inside.2, height: inside.2)]
            #expect(!frame.isUnchanged, "\(inside)")
        }
    }
}
