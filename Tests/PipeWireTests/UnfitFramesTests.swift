import OrielPipeWire
import Testing

@Suite struct UnfitFramesTests {
    @Test func onlyARunThatLastsIsHopeless() {
        var frames = UnfitFrames()
        #expect(frames.hopeless(at: .seconds(100), patience: .seconds(8)) == nil)
        frames.add("one", at: .seconds(1))
        frames.add("two", at: .seconds(5))
        #expect(frames.hopeless(at: .milliseconds(8999), patience: .seconds(8)) == nil)
        #expect(frames.hopeless(at: .seconds(9), patience: .seconds(8)) == "two")
        frames.end()
        #expect(frames.hopeless(at: .seconds(20), patience: .seconds(8)) == nil)
        frames.add("three", at: .seconds(19))
        #expect(frames.hopeless(at: .seconds(20), patience: .seconds(8)) == nil)
    }
}
