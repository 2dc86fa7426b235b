import Glibc
import OrielPlatform
import OrielTestSupport
import OrielWayland
import OrielWaylandProtocols
import Testing

/// Failed connections: each reason is one sentence that names the cause.
@Suite struct ConnectionFaultTests {
    private func failure(_ name: String?, _ environment: [String: String] = [:]) -> WaylandError? {
        do throws(WaylandError) {
            _ = try SocketPath(displayName: name) { environment[$0] }
            return nil
        } catch { return error }
    }

    @Test func theEnvironmentSaysWhereTheSocketIs() throws {
        #expect(failure("wayland-7")?.code == .noRuntimeDirectory)
        #expect(failure(nil)?.description.contains("XDG_RUNTIME_DIR is not set") == true)
        #expect(failure("wayland-7", ["XDG_RUNTIME_DIR": "relative"])?.code == .noRuntimeDirectory)
        #expect(failure("", ["XDG_RUNTIME_DIR": "/run"])?.code == .noDisplay)
        #expect(failure(String(repeating: "x", count: 120), ["XDG_RUNTIME_DIR": "/run"])?.code == .noDisplay)
        let environment = ["XDG_RUNTIME_DIR": "/run/user/7", "WAYLAND_DISPLAY": "wayland-3"]
        #expect(try SocketPath(displayName: nil) { environment[$0] }.path == "/run/user/7/wayland-3")
        #expect(try SocketPath(displayName: "a") { environment[$0] }.path == "/run/user/7/a")
        #expect(try SocketPath(displayName: "/b") { environment[$0] }.path == "/b")
        #expect(try SocketPath(displayName: nil) { $0 == "XDG_RUNTIME_DIR" ? "/r" : nil }.path == "/r/wayland-0")
    }

    @Test func aMissingAStaleAndAFalseSocketAreToldApart() throws {
        let folder = try TemporaryFolder()
        #expect(connectFailure("\(folder.path)/missing")?.code == .noDisplay)

        let file = "\(folder.path)/file"
        close(creat(file, 0o600))
        #expect(connectFailure(file)?.description == "no Wayland compositor: \(file) is no socket")

        let stale = "\(folder.path)/stale"
        close(try listen(at: stale))
        let error = connectFailure(stale)
        #expect(error?.code == .staleSocket && error?.description.contains(stale) == true)
    }

    /// A server that accepts and closes at once.
    @Test func aConnectionThatEndsAtOnceIsLostNotTrapped() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/goodbye"
        let listener = try listen(at: path)
        let connection = try Connection(to: path)
        close(accept(listener, nil, nil))
        close(listener)
        #expect(throws: WaylandError.self) { try Globals(connection) }
        #expect(connection.loss?.code == .connectionLost)
        connection.disconnect()
        #expect(connection.nativeDisplay == nil && connection.descriptor == -1)
    }

    /// A stopped compositor reads nothing, so the socket fills up.
    @Test func aCompositorThatReadsNothingCostsTheConnectionNotTheProcess() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/deaf"
        let listener = try listen(at: path)
        defer { close(listener) }
        let loop = try EventLoop()
        let connection = try Connection(to: path)
        var losses = 0
        try connection.attach(to: loop) { _ in losses += 1 }
        for _ in 0..<100_000 where connection.loss == nil {
            connection.display.sync()
            if connection.display.table.count % 1000 == 0 { loop.turn(limit: .zero) }
        }
        for _ in 0..<3 { loop.turn(limit: .zero) }
        #expect(losses == 1 && connection.loss?.code == .connectionLost)
        connection.disconnect()
        #expect(connection.display.table.count == 0)
    }

    @Test func aCompositorThatAnswersNothingHoldsNobodyBack() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/silent"
        let listener = try listen(at: path)
        defer { close(listener) }
        let connection = try Connection(to: path)
        connection.settle(within: .milliseconds(20))
        #expect(connection.loss == nil)
        connection.disconnect()
        #expect(connection.display.table.count == 0)
    }

    /// A listener whose queue of connections is full, as that of a compositor that doesn't run yet.
    @Test func aConnectionIsMadeAtOnceOrNotAtAll() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/wayland-5"
        let missing = failure(atOnceTo: path)
        #expect(missing?.code == .noDisplay)
        let listener = try listen(at: path)
        defer { close(listener) }
        var held: [Connection] = []
        let begin = MonotonicClock.now
        var refusal: WaylandError?
        while refusal == nil, held.count < 100 {
            do throws(WaylandError) {
                held.append(try Connection(atOnceTo: SocketPath(absolute: path), isOwn: true))
            } catch { refusal = error }
        }
        #expect(refusal?.description.contains(path) == true && !held.isEmpty)
        #expect(MonotonicClock.now - begin < .seconds(1))
        let loop = try EventLoop()
        var losses = 0
        var isRead = false
        try held[0].attach(to: loop) { _ in losses += 1 }
        Globals.read(on: held[0]) { _ in isRead = true }
        for _ in 0..<5 { loop.turn(limit: .milliseconds(1)) }
        #expect(!isRead && losses == 0)
        close(accept(listener, nil, nil))
        for _ in 0..<20 where losses == 0 { loop.turn(limit: .milliseconds(10)) }
        #expect(!isRead && losses == 1)
        for connection in held { connection.disconnect() }
    }

    @Test func otherSocketsAreThoseOfThisUserThatCompositorsMayHave() throws {
        let folder = try TemporaryFolder()
        var listeners: [CInt] = []
        for name in ["wayland-1", "wayland-2", "wayland-10", "other"] {
            listeners.append(try listen(at: "\(folder.path)/\(name)"))
        }
        defer { for listener in listeners { close(listener) } }
        close(creat("\(folder.path)/wayland-3", 0o600))
        close(creat("\(folder.path)/wayland-2.lock", 0o600))
        symlink("\(folder.path)/other", "\(folder.path)/wayland-4")
        let found = SocketPath.others(than: "\(folder.path)/wayland-1", in: folder.path).map(\.path)
        #expect(found == ["\(folder.path)/wayland-10", "\(folder.path)/wayland-2"])
        #expect(SocketPath.others(than: "", in: "\(folder.path)/missing").isEmpty)
    }

    private func failure(atOnceTo path: String) -> WaylandError? {
        do throws(WaylandError) {
            _ = try Connection(atOnceTo: SocketPath(absolute: path), isOwn: false)
            return nil
        } catch { return error }
    }

    private func listen(at path: String) throws -> CInt {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && Glibc.listen(listener, 1) == 0)
        return listener
    }

    private func connectFailure(_ path: String) -> WaylandError? {
        do throws(WaylandError) {
            _ = try Connection(to: path)
            return nil
        } catch { return error }
    }
}
