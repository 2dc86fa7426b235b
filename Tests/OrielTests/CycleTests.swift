import Oriel
import OrielMedia
import OrielPlayer
import Testing

/// The values through which a key leads, in their order.
@Suite struct CycleTests {
    private func cycle<Value: Equatable>(_ values: [Value], from first: Value) -> [Value] {
        values.reduce(into: []) { passed, _ in passed.append(values.next(after: passed.last ?? first)) }
    }

    @Test func aKeyLeadsThroughAllValuesAndBeginsAgain() {
        #expect(
            cycle(VideoGravity.allCases, from: .resizeAspect) == [.resizeAspectFill, .resize, .resizeAspect])
        #expect(
            cycle(SampleBuffer.Rotation.allCases, from: .none)
                == [.clockwise90, .clockwise180, .clockwise270, .none])
        #expect(
            cycle(PictureForm.aspects, from: nil)
                == [Rational(16, 9), Rational(4, 3), Rational(47, 20), Rational(1, 1), nil])
    }

    @Test func anotherAspectRatioCountsAsTheOriginal() {
        #expect(PictureForm.aspects.next(after: Rational(21, 9)) == Rational(16, 9))
    }
}
