import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import Testing

/// Temporary problems: a player that could not reach the others finds them again, and deposes no broker meanwhile.
@Suite(.timeLimit(.minutes(2))) struct RetryTests {
    private static func forbidDescriptors(_ isForbidden: Bool) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = isForbidden ? 3 : 1024
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func turn(_ loop: EventLoop, until condition: () -> Bool) {
        alarm(20)
        loop.turn(until: condition)
        alarm(0)
    }

    /// Runs in a process of its own, since it uses up all descriptors.
    private static func runOutOfDescriptors() -> Never {
        guard let folder = try? TemporaryFolder(), let loop = try? EventLoop(),
            let host = try? Link("host", folder, loop)
        else { _exit(10) }
        turn(loop) { host.isReachable }
        guard let directory = try? folder.runtime() else { _exit(11) }
        let client = BrokerClient(
            loop: loop, configuration: BrokerClient.Configuration(directory: directory, display: "wayland-test"))
        var problems: [String] = []
        client.onProblem = { problems.append($0) }
        forbidDescriptors(true)
        client.start()
        for _ in 0..<50 { loop.turn(limit: .milliseconds(1)) }
        guard client.generation == nil || client.isHost else { _exit(12) }
        forbidDescriptors(false)
        turn(loop) { client.generation == 1 && !client.isHost }
        guard problems.count == 1, host.isServed() else { _exit(13) }
        client.stop()
        host.client.stop()
        _exit(0)
    }

    @Test func aPlayerThatWasOutOfDescriptorsFindsTheOthers() async {
        await #expect(processExitsWith: .exitCode(0)) { RetryTests.runOutOfDescriptors() }
    }

    /// Runs in a process of its own, since root may connect to everything.
    private static func forbidConnecting() -> Never {
        if geteuid() == 0 { guard setgid(65534) == 0, setuid(65534) == 0 else { _exit(10) } }
        guard let folder = try? TemporaryFolder(), let loop = try? EventLoop(),
            let host = try? Link("host", folder, loop)
        else { _exit(11) }
        turn(loop) { host.isReachable }
        let socket = folder.path + "/oriel/wayland-test.1"
        chmod(socket, 0)
        guard let late = try? Link("late", folder, loop) else { _exit(12) }
        turn(loop) { late.isReachable }
        // It has a private broker, and succeeded none.
        guard late.client.isHost, host.isServed(), late.problems.count == 1,
            (try? folder.runtime())?.file("wayland-test.2") == nil
        else { _exit(13) }
        chmod(socket, 0o600)
        turn(loop) { late.client.generation == 1 && !late.client.isHost && late.isReachable }
        guard late.events.filter({ $0 == .lost }).count == 1, host.isServed() else { _exit(14) }
        late.client.stop()
        host.client.stop()
        _exit(0)
    }

    @Test func aConnectThatFailsForOtherReasonsDeposesNobody() async {
        await #expect(processExitsWith: .exitCode(0)) { RetryTests.forbidConnecting() }
    }

    @Test func playersMeetAgainAfterTheirFolderWasRemoved() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let links = try ["a", "b", "c"].map { try Link($0, folder, loop) }
        loop.turn { links.allSatisfy(\.isReachable) }
        let directory = try folder.runtime()
        for name in directory.names { directory.remove(name) }
        #expect(rmdir(directory.path) == 0)
        loop.turn { links.allSatisfy { $0.isReachable && $0.events.contains(.lost) } && isOneSession(links) }
        #expect(directory.isCurrent == false)
        #expect(links.flatMap(\.problems) == [])
        for link in links { link.client.stop() }
    }

    @Test func playersMeetAgainWhereTheirFolderWasMadeAnew() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let links = try ["a", "b"].map { try Link($0, folder, loop) }
        loop.turn { links.allSatisfy(\.isReachable) }
        let gone = try folder.runtime()
        #expect(rename(gone.path, folder.path + "/gone") == 0)
        let late = try Link("late", folder, loop)
        loop.turn { late.isReachable && links.allSatisfy(\.isReachable) && isOneSession(links + [late]) }
        for link in links + [late] { link.client.stop() }
        for name in gone.names { gone.remove(name) }
        rmdir(folder.path + "/gone")
    }

    private func isOneSession(_ links: [Link]) -> Bool {
        links.count { $0.client.isHost } == 1 && Set(links.compactMap(\.client.generation)).count == 1
            && Set(links.compactMap { $0.player?.identifier }).count == links.count
    }
}
