import Oriel
import OrielCommand
import OrielMedia
import Testing

/// The options `--aspect` and `--rotate`.
@Suite struct PictureArgumentTests {
    @Test func shapesAreReadAsPeopleWriteThem() {
        #expect(AspectArgument(argument: "16:9")?.ratio == Rational(16, 9))
        #expect(AspectArgument(argument: "2.35:1")?.ratio == Rational(2350, 1000))
        #expect(AspectArgument(argument: "1.85")?.ratio == Rational(1850, 1000))
        for wrong in ["", ":", "16:", "0:9", "16:0", "-4:3", "a:b", "1:2:3", "100:1", "inf", "nan:1", "1e400:1"] {
            #expect(AspectArgument(argument: wrong) == nil, "\(wrong)")
        }
    }

    @Test func turnsAreQuarters() {
        #expect(RotationArgument(argument: "270")?.rotation == .clockwise270)
        for wrong in ["", "45", "-90", "360", "x"] { #expect(RotationArgument(argument: wrong) == nil) }
    }
}
