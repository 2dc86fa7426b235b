import Glibc
import OrielPlatform
import SystemPackage
import Testing

@Suite struct SeqPacketSocketTests {
    @Test func messagesKeepTheirBoundsAndOrder() throws {
        let (near, far) = try SeqPacketSocket.pair()
        let buffer = PacketBuffer()
        #expect(far.receive(into: buffer) == .nothing)
        #expect(near.send([1, 2]) == .sent)
        #expect(near.send([3]) == .sent)
        #expect(far.receive(into: buffer) == .message([1, 2]))
        #expect(far.receive(into: buffer) == .message([3]))
    }

    @Test func whatWasQueuedComesBeforeTheEndEvenAfterAReset() throws {
        var (near, far): (SeqPacketSocket?, SeqPacketSocket) = try SeqPacketSocket.pair()
        let buffer = PacketBuffer()
        // Unread bytes at the closing end make the kernel report a reset.
        #expect(far.send([9]) == .sent)
        #expect(near?.send([1]) == .sent)
        #expect(near?.send([2]) == .sent)
        near = nil
        #expect(far.receive(into: buffer) == .message([1]))
        #expect(far.receive(into: buffer) == .message([2]))
        #expect(far.receive(into: buffer) == .ended)
        #expect(far.send([1]) == .failed)
    }

    @Test func oneCallTakesAllThatWaits() throws {
        var (near, far): (SeqPacketSocket?, SeqPacketSocket) = try SeqPacketSocket.pair()
        let buffer = PacketBuffer()
        #expect(far.receiveAll(into: buffer).end == .nothing)
        for number in 0..<UInt8(PacketBuffer.capacity + 1) { #expect(near?.send([number, 7]) == .sent) }
        let first = far.receiveAll(into: buffer)
        #expect(first.end == nil && first.messages == (0..<UInt8(PacketBuffer.capacity)).map { [$0, 7] })
        let rest = far.receiveAll(into: buffer)
        #expect(rest.end == .nothing && rest.messages == [[UInt8(PacketBuffer.capacity), 7]])
        let tooMuch = [UInt8](repeating: 7, count: SeqPacketSocket.maximumMessageSize + 1)
        #expect(near?.send(Array(tooMuch.dropLast())) == .sent)
        let sent = tooMuch.withUnsafeBytes { Glibc.send(near?.number ?? -1, $0.baseAddress, $0.count, 0) }
        #expect(sent == tooMuch.count)
        let large = far.receiveAll(into: buffer)
        #expect(large.end == .oversized && large.messages == [Array(tooMuch.dropLast())])
        // Unread bytes at the closing end make the kernel report a reset.
        #expect(far.send([9]) == .sent && near?.send([1]) == .sent)
        near = nil
        let last = far.receiveAll(into: buffer)
        #expect(last.end == .ended && last.messages == [[1]])
        #expect(far.receiveAll(into: buffer).end == .ended)
    }

    @Test func anOversizedMessageIsRefusedBothWays() throws {
        let (near, far) = try SeqPacketSocket.pair()
        let buffer = PacketBuffer()
        let tooMuch = [UInt8](repeating: 7, count: SeqPacketSocket.maximumMessageSize + 1)
        #expect(near.send(tooMuch) == .failed)
        #expect(near.send(Array(tooMuch.dropLast())) == .sent)
        #expect(far.receive(into: buffer) == .message(Array(tooMuch.dropLast())))
        // A process that ignores the size limit.
        #expect(tooMuch.withUnsafeBytes { Glibc.send(near.number, $0.baseAddress, $0.count, 0) } == tooMuch.count)
        #expect(far.receive(into: buffer) == .oversized)
    }

    @Test func aListenerIsPrivateAndToldWhoConnects() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let listener = try SeqPacketSocket.listen(at: path)
        #expect(try listener.accept() == nil)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let client = try SeqPacketSocket.connect(to: path)
        let server = try #require(try listener.accept())
        #expect(try server.peer == .init(process: getpid(), user: geteuid()))
        #expect(try client.peer.process == getpid())
        let process = try #require(server.peerProcess)
        #expect(!process.hasExited)
        #expect(throws: PlatformError.self) { try SeqPacketSocket.listen(at: path) }
        #expect(throws: PlatformError.self) { try SeqPacketSocket.connect(to: folder.path + "/nobody") }
    }

    @Test func aProcessHandleTellsAnEndFromAStop() throws {
        let child = try Child()
        let handle = try ProcessHandle(process: child.number)
        kill(child.number, SIGSTOP)
        #expect(!handle.hasExited)
        kill(child.number, SIGKILL)
        let loop = try EventLoop()
        var ended = false
        try loop.watch(handle.number, for: .readable) { _ in ended = true }
        loop.turn(limit: .seconds(20))
        #expect(ended)
        #expect(handle.hasExited)
    }

    @Test func aDirectoryWatchTellsOfNamesThatGoWhereItIsToldTo() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/name"
        let (both, new) = (try DirectoryWatch(folder.path, removals: true), try DirectoryWatch(folder.path))
        #expect(!both.hasChanged() && !new.hasChanged())
        #expect(close(creat(path, 0o600)) == 0)
        #expect(both.hasChanged() && new.hasChanged() && !both.hasChanged())
        #expect(unlink(path) == 0)
        #expect(both.hasChanged() && !new.hasChanged())
    }

    @Test func aDirectoryWatchTellsOfALinkedName() throws {
        let folder = try TemporaryFolder()
        let directory = try RuntimeDirectory(base: folder.path)
        let watch = try DirectoryWatch(directory.path)
        let loop = try EventLoop()
        var told = 0
        try loop.watch(watch.number, for: .readable) { _ in
            watch.clear()
            told += 1
        }
        try directory.create("a")
        while told == 0 { loop.turn() }
        try directory.link("a", as: "b")
        while told == 1 { loop.turn() }
        loop.turn(limit: .zero)
        #expect(told == 2)
    }
}

/// A folder for one test, removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/oriel-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw PlatformError("mkdtemp", .init(rawValue: errno)) }
        path = String(cString: made)
    }

    deinit { remove(path) }

    private func remove(_ path: String) {
        chmod(path, 0o700)
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard name != ".", name != ".." else { continue }
                let inner = path + "/" + name
                if unlink(inner) != 0 { remove(inner) }
            }
            closedir(stream)
        }
        rmdir(path)
    }
}

/// A process waiting to be ended, reaped with the test.
private final class Child {
    let number: pid_t

    init() throws {
        var number: pid_t = 0
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
        defer { for argument in arguments { free(argument) } }
        guard posix_spawnp(&number, "sleep", nil, nil, arguments, nil) == 0 else {
            throw PlatformError("posix_spawnp", .init(rawValue: errno))
        }
        self.number = number
    }

    deinit {
        kill(number, SIGKILL)
        waitpid(number, nil, 0)
    }
}
