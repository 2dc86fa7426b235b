import Glibc
import OrielSceneHandoff
import Testing

/// Mutated messages, as many as `ORIEL_FUZZ` says; each run of ten thousand is identified by a seed.
@Suite struct FuzzTests {
    private static let packetsPerRun = 10_000

    private static var count: Int {
        if let value = getenv("ORIEL_FUZZ"), let count = Int(String(cString: value)) { return count }
        #if DEBUG
            return 5_000
        #else
            return 50_000
        #endif
    }

    private static var firstSeed: UInt64 { getenv("ORIEL_FUZZ_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1 }

    @Test func theBrokerHoldsWhateverComes() {
        var (packets, delivered, swaps, connections) = (0, 0, 0, 0)
        var seed = Self.firstSeed
        while packets < Self.count {
            var run = BrokerFuzz(seed: seed)
            run.run(packets: Self.packetsPerRun)
            if let failure = run.failure {
                Issue.record("seed \(seed), \(failure)")
                return
            }
            packets += run.packets
            delivered += run.delivered
            swaps += run.swaps
            connections += run.connections
            seed += 1
        }
        let share = Double(delivered) / Double(packets)
        print(
            "fuzz: \(packets) packets on \(connections) connections, \(Int(share * 100)) % of them reached the broker, "
                + "\(swaps) sides of swaps finished, seeds \(Self.firstSeed) to \(seed - 1)")
        #expect(share >= 0.5)
        #expect(swaps > 0)
    }

    /// 41: A hung up after *bound*, B's user closed its window, and the slot went to the ended A.
    @Test(arguments: [41] as [UInt64]) func seedsThatFoundSomethingFindNothingMore(seed: UInt64) {
        var run = BrokerFuzz(seed: seed)
        run.run(packets: Self.packetsPerRun)
        #expect(run.failure == nil)
    }

    /// Each decoded message can be encoded again.
    @Test func theDecoderNeverTraps() throws {
        var random = SplitMix(state: Self.firstSeed)
        let packets = Samples.messages.map { Envelope(generation: 1, sequence: 1, message: $0).bytes }
        var decoded = 0
        for _ in 0..<Self.count {
            guard var bytes = packets.randomElement(using: &random) else { return }
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let first = random.chance(20) ? 0 : min(Envelope.headerSize - 1, bytes.count - 1)
                let place = Int.random(in: first..<bytes.count, using: &random)
                bytes[place] = .random(in: 0...255, using: &random)
            }
            if random.chance(10) { bytes = Samples.extended(bytes, by: .random(in: 1..<40, using: &random)) }
            if random.chance(5) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
            guard let envelope = try? Envelope(bytes) else { continue }
            decoded += 1
            let again = try Envelope(envelope.bytes)
            #expect("\(again)" == "\(envelope)")
        }
        print("decoder: \(Self.count) packets, \(decoded) of them decoded")
        #expect(decoded > 0)
    }
}
