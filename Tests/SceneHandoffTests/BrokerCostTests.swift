import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import Testing

/// CPU time of the broker's thread per swap, printed for `scripts/prove`; `ORIEL_BROKER_SWAPS` sets the number of
/// swaps.
@Suite(.enabled(if: getenv("ORIEL_BROKER_SWAPS") != nil), .serialized) struct BrokerCostTests {
    private static func text(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// Returns the CPU time of the broker's thread (`/proc/self/task/*/schedstat`).
    private static func brokerTime() -> Duration {
        guard let folder = opendir("/proc/self/task") else { return .zero }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let path = "/proc/self/task/" + name
            guard text(path + "/comm") == "oriel-broker\n" else { continue }
            return .nanoseconds(text(path + "/schedstat").split(separator: " ").first.flatMap { Int64($0) } ?? 0)
        }
        return .zero
    }

    @Test(arguments: [2, 100]) func aSwap(players: Int) throws {
        let swaps = getenv("ORIEL_BROKER_SWAPS").flatMap { Int(String(cString: $0)) } ?? 100
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let links = try (0..<players).map { try Link(PlayerIdentifier(rawValue: "p\($0)"), folder, loop) }
        loop.turn { links.allSatisfy(\.isReachable) }
        for link in links.prefix(2) {
            link.model = ModelProcess(session: PictureInPictureSession())
            link.send(.broker(.status(SlotStatus())))
            link.send(.sourceReady(true))
        }
        links[1].send(.start(userIntent: true))
        loop.turn { links[1].model?.session.snapshot.state == .active }
        // The broker has processed it once it answers the connection's next message.
        var isTold = false
        links[1].client.command(.player(.pause), player: links[1].player?.identifier) { _ in isTold = true }
        loop.turn { isTold }
        func swap(_ a: Link, _ b: Link) {
            a.player?.requestSwap { #expect($0 == nil) }
            loop.turn {
                a.model?.session.snapshot.state == .active && b.model?.session.snapshot.state == .idle
                    && a.model?.session.world.slot.transition == SlotStatus.Transition.none
            }
        }
        for round in 0..<10 { swap(links[round % 2], links[1 - round % 2]) }
        let (before, start) = (Self.brokerTime(), MonotonicClock.now)
        for round in 0..<swaps { swap(links[round % 2], links[1 - round % 2]) }
        let cost = (Self.brokerTime() - before) / swaps
        let whole = (MonotonicClock.now - start) / swaps
        print(
            "broker: \(players) players, \(swaps) swaps, each \(Int(cost / .microseconds(1))) µs of its thread, "
                + "and \(Int(whole / .microseconds(1))) µs until all sides were told, with nothing drawn")
        #expect(cost > .zero)
        for link in links { link.client.stop() }
    }
}
