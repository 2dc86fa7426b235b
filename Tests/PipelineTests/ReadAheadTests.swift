import OrielLibav
import OrielPipeline
import OrielTestSupport
import Testing

/// The packet queues' bounds: no stream waits for ever for packets of another.
@Suite struct ReadAheadTests {
    @Test func oneStreamAloneStopsAtEnough() {
        var ahead = ReadAhead([.video])
        while ahead.hasRoom { ahead.add(.video, bytes: 1000, end: nil) }
        #expect(ahead.packets == ReadAhead.enoughPackets)
        ahead.remove(.video, bytes: 1000, end: nil)
        #expect(ahead.hasRoom)
        ahead.add(.video, bytes: ReadAhead.enoughBytes, end: nil)
        #expect(!ahead.hasRoom)
        #expect(ahead.laggards.isEmpty)
    }

    @Test func aFullStreamDoesNotStarveAnother() {
        var ahead = ReadAhead([.video, .audio])
        for _ in 0..<1000 { ahead.add(.video, bytes: 10_000, end: nil) }
        #expect(ahead.hasRoom)
        while ahead.hasRoom { ahead.add(.video, bytes: 10_000, end: nil) }
        // The queue is filled up to the hard limit; from then on no stream waits for the empty one.
        #expect(ahead.packets == ReadAhead.totalPackets || ahead.bytes >= ReadAhead.totalBytes)
        #expect(ahead.laggards == [.audio])
        ahead.add(.audio, bytes: 1, end: nil)
        #expect(ahead.laggards.isEmpty)
    }

    @Test func whatIsLeftOutIsNotLacked() {
        var ahead = ReadAhead([.video, .audio])
        while ahead.hasRoom { for kind in ahead.kinds { ahead.add(kind, bytes: 1000, end: nil) } }
        ahead.leaveOut(.video)
        #expect(!ahead.hasRoom && !ahead.isLow && ahead.packets == ReadAhead.enoughPackets)
        while !ahead.isLow { ahead.remove(.audio, bytes: 1000, end: nil) }
        while ahead.hasRoom { ahead.add(.audio, bytes: 1000, end: nil) }
        #expect(ahead.packets == ReadAhead.enoughPackets && ahead.laggards.isEmpty)
        ahead.clear()
        for _ in 0..<ReadAhead.totalPackets { ahead.add(.audio, bytes: 1000, end: nil) }
        #expect(ahead.laggards == [.video])
    }

    @Test func aLeadInTimeIsEnoughAsWell() {
        var ahead = ReadAhead([.video, .audio])
        var time = Duration.zero
        while ahead.hasRoom {
            time += .milliseconds(100)
            ahead.add(.video, bytes: 10, end: time)
        }
        #expect(time == ReadAhead.lead)
        #expect(ahead.laggards == [.audio])
        #expect(ahead.bufferedUntil == time)
        // When the decoder goes on, so does the demuxer.
        for _ in 0..<10 { ahead.remove(.video, bytes: 10, end: .seconds(2)) }
        #expect(ahead.hasRoom)
        #expect(ahead.bufferedUntil == time)
    }

    @Test func whatEveryStreamHasIsBuffered() {
        var ahead = ReadAhead([.video, .audio])
        #expect(ahead.bufferedUntil == nil)
        ahead.add(.video, bytes: 1, end: .seconds(3))
        ahead.add(.video, bytes: 1, end: .seconds(2))
        ahead.add(.audio, bytes: 1, end: .seconds(1))
        #expect(ahead.bufferedUntil == .seconds(1))
        ahead.remove(.audio, bytes: 1, end: .seconds(1))
        #expect(ahead.bufferedUntil == .seconds(1))
        ahead.restart(.audio)
        #expect(ahead.bufferedUntil == .seconds(3))
        ahead.clear()
        #expect(
            ahead.bufferedUntil == nil && ahead.packets == 0 && ahead.bytes == 0 && ahead.kinds == [.video, .audio])
    }

    /// Containers of any packet order are played whole by a player that shows a time once each stream has it or lags.
    @Test(arguments: 0..<40)
    func anyOrderIsPlayedThrough(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        /// Packets of both streams with their end times, in runs of any length.
        var container: [(kind: StreamKind, bytes: Int, end: Duration)] = []
        var ends: [StreamKind: Duration] = [.video: .zero, .audio: .zero]
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
            let kind: StreamKind = Bool.random(using: &generator) ? .video : .audio
            let bytes = Int.random(in: 1...2_000_000, using: &generator)
            for _ in 0..<Int.random(in: 1...800, using: &generator) {
                ends[kind, default: .zero] += .milliseconds(40)
                container.append((kind, bytes, ends[kind, default: .zero]))
            }
        }
        var ahead = ReadAhead([.video, .audio])
        var queues: [StreamKind: [(bytes: Int, end: Duration)]] = [:]
        var heads: [StreamKind: Int] = [:]
        var read = 0
        var played = 0
        while played < container.count {
            while read < container.count, ahead.hasRoom {
                let packet = container[read]
                ahead.add(packet.kind, bytes: packet.bytes, end: packet.end)
                queues[packet.kind, default: []].append((packet.bytes, packet.end))
                read += 1
            }
            #expect(ahead.bytes < ReadAhead.totalBytes + 2_000_000)
            // The player takes the earlier of both; it waits for an empty stream unless that one lags or has ended.
            let waiting = StreamKind.allCases.filter { (queues[$0]?.count ?? 0) == heads[$0, default: 0] }
            guard read == container.count || waiting.allSatisfy(ahead.laggards.contains) else {
                Issue.record("\(waiting) wait for ever")
                return
            }
            let next = StreamKind.allCases.filter { !waiting.contains($0) }.min {
                queues[$0, default: []][heads[$0, default: 0]].end < queues[$1, default: []][heads[$1, default: 0]].end
            }
            guard let next else {
                Issue.record("nothing to play")
                return
            }
            let packet = queues[next, default: []][heads[next, default: 0]]
            heads[next, default: 0] += 1
            ahead.remove(next, bytes: packet.bytes, end: packet.end)
            played += 1
        }
        #expect(ahead.packets == 0 && ahead.bytes == 0)
    }
}
