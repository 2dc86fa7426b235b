import Glibc
import OrielPlatform
import OrielSceneHandoff
import Testing

/// Several processes that claim to be the same broker.
@Suite(.timeLimit(.minutes(5))) struct SuccessionRaceTests {
    private static let generations: ClosedRange<UInt32> = 1...200

    /// Claims each generation in turn, and records the successful claims in the folder.
    private static func claimAll(in base: String) -> Never {
        guard let directory = try? RuntimeDirectory(base: base) else { _exit(10) }
        let rendezvous = Rendezvous(directory: directory, display: "wayland-race")
        // They start at about the same time.
        try? directory.create("ready.\(getpid())")
        for _ in 0..<5000 where directory.names.count(where: { $0.hasPrefix("ready.") }) < 2 { usleep(1000) }
        for generation in generations {
            do throws(PlatformError) {
                guard let claim = try rendezvous.claim(generation) else { continue }
                guard claim.generation == generation else { _exit(11) }
                try directory.create("won.\(generation).\(getpid())")
            } catch { _exit(12) }
        }
        _exit(0)
    }

    @Test func everyGenerationHasOneWinnerAtMost() async throws {
        let folder = try TemporaryFolder()
        let base = folder.path
        _ = try folder.runtime()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .exitCode(0)) { [base = base as String] in
                        SuccessionRaceTests.claimAll(in: base)
                    }
                }
            }
        }
        let names = try folder.runtime().names
        let won = names.filter { $0.hasPrefix("won.") }.compactMap { UInt32($0.split(separator: ".")[1]) }
        #expect(Set(won).count == won.count)
        #expect(won.contains(Self.generations.upperBound))
        // The last broker's name remains, and no draft.
        #expect(
            Set(names.filter { !$0.hasPrefix("won.") && !$0.hasPrefix("ready.") }) == [
                "wayland-race.200", "wayland-race.sock",
            ])
    }
}
