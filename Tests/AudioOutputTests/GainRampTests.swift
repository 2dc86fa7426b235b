import OrielAudioOutput
import Testing

@Suite struct GainRampTests {
    private func apply(_ ramp: GainRamp, from frame: Int, _ count: Int) -> [Float] {
        var samples = [Float](repeating: 1, count: count * 2)
        samples.withUnsafeMutableBufferPointer {
            ramp.apply(to: $0.baseAddress!, frames: count, channels: 2, from: frame)
        }
        return samples
    }

    @Test func itGoesThereInStepsThatNobodyHears() {
        var ramp = GainRamp(1)
        ramp.set(0, at: 100, within: 10)
        #expect(ramp.gain(at: 99) == 1 && ramp.gain(at: 110) == 0)
        let samples = apply(ramp, from: 95, 20)
        #expect(samples.prefix(12).allSatisfy { $0 == 1 } && samples.suffix(10).allSatisfy { $0 == 0 })
        for index in stride(from: 2, to: samples.count, by: 2) {
            #expect(samples[index - 2] - samples[index] < 0.16 && samples[index] == samples[index + 1])
        }
    }

    /// A crossfade keeps the power of either signal.
    @Test func twoThatChangePlacesAreOfOnePower() {
        var (going, coming) = (GainRamp(1), GainRamp(0))
        going.set(0, at: 0, within: 100)
        coming.set(1, at: 0, within: 100)
        for frame in 0...100 {
            let power = going.gain(at: frame) * going.gain(at: frame) + coming.gain(at: frame) * coming.gain(at: frame)
            #expect(abs(power - 1) < 1e-5)
        }
    }

    @Test func itTurnsWhereItIs() {
        var ramp = GainRamp(0)
        ramp.set(1, at: 0, within: 100)
        ramp.set(0, at: 50, within: 10)
        let turn = ramp.gain(at: 50)
        #expect(abs(turn - Float(0.5).squareRoot()) < 1e-5)
        #expect(ramp.gain(at: 55) < turn && ramp.gain(at: 55) > 0 && ramp.gain(at: 60) == 0)
    }

    @Test func whatBeginsRisesToWhatItIs() {
        var ramp = GainRamp(0.5)
        ramp.rise(at: 50, within: 10)
        #expect(ramp.gain(at: 50) == 0 && ramp.gain(at: 60) == 0.5 && ramp.target == 0.5)
        #expect(ramp.gain(at: 55) > 0 && ramp.gain(at: 55) < 0.5)
    }

    @Test func oneBlockOrManyAreTheSame() {
        var ramp = GainRamp(0.3)
        ramp.set(1.7, at: 37, within: 64)
        let whole = apply(ramp, from: 0, 256)
        let parts = stride(from: 0, to: 256, by: 16).flatMap { apply(ramp, from: $0, 16) }
        #expect(whole == parts)
    }
}
