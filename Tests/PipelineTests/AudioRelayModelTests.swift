import OrielDecode
import OrielMedia
import OrielTestSupport
import Testing

/// A relay under random deliveries, ends, failures, removals and flushes, against a model of what is heard.
@Suite struct AudioRelayModelTests {
    /// One medium, as the model knows it.
    private struct Medium {
        let leg: AudioRelay.Leg
        var epoch = 0
        var isDone = false
        var hasGiven = false
        var isLost = false
    }

    /// The media that have not ended, the pieces that are heard, and the relay that has to agree with them.
    private struct Model {
        let listener: Listener
        let relay: AudioRelay
        var media: [Medium] = []
        var heard: [Float] = []
        var ended: [AudioRelay.Leg] = []
        var count: Float = 0

        init() throws {
            listener = try Listener()
            relay = AudioRelay(to: listener)
        }

        /// The medium that may deliver: the first that isn't done, or else the last.
        var turn: Int { media.firstIndex { !$0.isDone } ?? media.count - 1 }

        private func piece(epoch: Int) -> AudioBuffer {
            AudioBuffer(
                samples: [count, 0], format: AudioFormat(rate: 1000, channels: 2),
                stamp: AudioStamp(time: .zero, epoch: epoch))
        }

        /// Forgets what is heard, and marks the media behind `index` that have given audio.
        private mutating func void(from index: Int) {
            for later in media.indices where later > index && media[later].hasGiven {
                (media[later].hasGiven, media[later].isLost, media[later].isDone) = (false, true, false)
            }
            heard = []
        }

        mutating func add() throws { media.append(Medium(leg: try relay.makeLeg())) }

        mutating func deliver(_ index: Int, age: Int) {
            count += 1
            let medium = media[index]
            let isOld = age > 0 && medium.epoch > 0
            let taken = medium.leg.enqueue(piece(epoch: medium.epoch - (isOld ? 1 : 0)), from: 0)
            #expect(taken == (isOld || index == turn ? 1 : 0))
            guard !isOld, index == turn else { return }
            media[index].hasGiven = true
            heard.append(count)
        }

        mutating func finish(_ index: Int, age: Int) {
            let isOld = age > 0 && media[index].epoch > 0
            media[index].leg.finish(media[index].epoch - (isOld ? 1 : 0))
            if !isOld { media[index].isDone = true }
        }

        mutating func flush(_ index: Int) {
            media[index].epoch += 1
            media[index].isDone = false
            media[index].leg.flush(before: media[index].epoch)
            guard media[index...].contains(where: \.hasGiven) else { return }
            media[index].hasGiven = false
            void(from: index)
        }

        mutating func end(_ index: Int, isCut: Bool) {
            relay.end(media[index].leg, cutting: isCut)
            if isCut { void(from: index) }
            ended.append(media.remove(at: index).leg)
        }

        /// Compares what is heard, takes losses as a queue does, and tries a leg that has ended.
        mutating func check() {
            #expect(listener.heard.map { $0.samples[0] } == heard)
            for index in media.indices {
                #expect(relay.takeLoss(of: media[index].leg) == media[index].isLost)
                guard media[index].isLost else { continue }
                media[index].isLost = false
                flush(index)
            }
            if let leg = ended.last {
                #expect(leg.enqueue(piece(epoch: 0), from: 0) == 1)
                leg.flush(before: 100)
                leg.finish(100)
            }
            #expect(listener.heard.map { $0.samples[0] } == heard)
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func theRelayIsHeardAsItsModel(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var model = try Model()
            for _ in 0..<60 {
                let act = model.media.isEmpty ? 0 : Int.random(in: 0..<12, using: &generator)
                let index = model.media.indices.randomElement(using: &generator) ?? 0
                switch act {
                case 0: if model.media.count < 4 { try model.add() }
                case 1...5: model.deliver(index, age: Int.random(in: 0..<5, using: &generator) / 4)
                case 6...8: model.finish(index, age: Int.random(in: 0..<5, using: &generator) / 4)
                case 9, 10: model.flush(index)
                default: model.end(index, isCut: .random(using: &generator))
                }
                model.check()
                // The first difference says enough.
                if model.listener.heard.count != model.heard.count { return }
            }
        }
    }
}
