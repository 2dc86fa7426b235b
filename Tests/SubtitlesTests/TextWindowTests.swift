import OrielDemux
import OrielSubtitles
import OrielTestSupport
import Testing

/// Selection of the text packets to decode for a time.
@Suite struct TextWindowTests {
    private typealias Time = PacketStore.Time

    /// A stream and its consumer: packets passed on since the last restart.
    private struct Reader {
        var window = TextWindow()
        var packets: [Time] = []
        var known = 0
        var given: [Int] = []
        var restarts = 0
        var calls = 0

        mutating func show(_ time: Duration) {
            let (more, restarts) = window.take(for: time, of: packets, news: known..<packets.count, isNew: false)
            known = packets.count
            if restarts {
                given = []
                self.restarts += 1
            }
            if !more.isEmpty { calls += 1 }
            given += more
        }

        /// Returns the indexes of the packets shown in a range.
        func shown(in range: Range<Duration>) -> [Int] {
            packets.indices.filter {
                packets[$0].start < range.upperBound
                    && packets[$0].start + (packets[$0].duration ?? TextWindow.openEnd) > range.lowerBound
            }
        }

        func shown(at time: Duration) -> [Int] { shown(in: time..<time + .nanoseconds(1)) }
    }

    /// For any motion of time and any order of packets, those shown were passed on exactly once, and the reported range
    /// is true.
    @Test(arguments: 0..<40) func whatIsShownWasGivenOnce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var reader = Reader()
        var time = Duration.zero
        for _ in 0..<400 {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let start = Duration.milliseconds(Int.random(in: 0...900_000, using: &random))
                let length = [nil, 1, 3000, 700_000].randomElement(using: &random)!
                reader.packets.append(Time(start: start, duration: length.map { .milliseconds($0) }))
            }
            switch Int.random(in: 0..<20, using: &random) {
            case 0: time = .milliseconds(Int.random(in: 0...900_000, using: &random))
            case 1...3: time = max(.zero, time - .milliseconds(Int.random(in: 0...12_000, using: &random)))
            default: time += .milliseconds(Int.random(in: 0...9000, using: &random))
            }
            reader.show(time)
            #expect(reader.window.range?.contains(time) == true)
            let given = Set(reader.given)
            #expect(reader.shown(at: time).allSatisfy(given.contains), "at \(time)")
            #expect(given.count == reader.given.count)
            if let range = reader.window.range {
                #expect(reader.shown(in: range).allSatisfy(given.contains), "in \(range)")
            }
        }
    }

    /// In normal playback packets are never passed on again: a line's position may depend on the one before.
    @Test func aFilmIsNeverGivenAnew() {
        var reader = Reader()
        reader.packets = (0..<1500).map { Time(start: .seconds($0 * 4), duration: .seconds(3)) }
        for second in 0..<6000 { reader.show(.seconds(second)) }
        #expect(reader.restarts == 1 && reader.given == Array(reader.packets.indices))
        #expect(reader.calls < 110, "\(reader.calls)")
    }

    /// A hundred in each millisecond, and ten thousand at once.
    @Test func ofTooManyThoseThatAreShownAreGiven() {
        var reader = Reader()
        reader.packets = (0..<60_000).map { Time(start: .milliseconds($0 / 100), duration: .milliseconds(1)) }
        reader.packets += (0..<10_000).map { _ in Time(start: .seconds(2), duration: .seconds(1)) }
        reader.packets.append(Time(start: .seconds(2.5), duration: .seconds(1)))
        for milliseconds in [0, 1, 2, 17, 300, 301, 302, 599, 600, 1000] {
            reader.show(.milliseconds(milliseconds))
            let given = Set(reader.given)
            #expect(reader.shown(at: .milliseconds(milliseconds)).allSatisfy(given.contains), "at \(milliseconds) ms")
            #expect(reader.given.count <= 3 * TextWindow.most)
        }
        reader.show(.milliseconds(2100))
        #expect(reader.given.count { reader.packets[$0].start == .seconds(2) } == TextWindow.most)
        reader.show(.milliseconds(2600))
        #expect(reader.given.contains(reader.packets.count - 1))
    }

    @Test func whatBeganAnotherTimeIsForgotten() {
        var window = TextWindow()
        let old = [Time(start: .zero, duration: .seconds(9))]
        _ = window.take(for: .seconds(1), of: old, news: 0..<1, isNew: true)
        let new = [Time(start: .zero, duration: .seconds(9))]
        let (places, restarts) = window.take(for: .seconds(1), of: new, news: 0..<1, isNew: true)
        #expect(restarts && places == [0])
    }
}
