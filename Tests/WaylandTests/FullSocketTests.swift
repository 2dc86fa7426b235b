import Foundation
import OrielGeometry
import OrielPlatform
import OrielTestSupport
import OrielWayland
import OrielWaylandProtocols
import Testing

/// Requests to a compositor that reads nothing for a while: they wait, in their order, and nothing is lost.
@Suite struct FullSocketTests {
    /// A server that stands still while `body` runs.
    private func withStoppedServer(_ server: ServerThread<MiniCompositor>, _ body: () throws -> Void) throws {
        let (stopped, goes, done) = (try Wakeup(), try Wakeup(), try Wakeup())
        Thread.detachNewThread {
            _ = server.perform { _, _ in
                stopped.signal()
                return goes.wait(upTo: .seconds(30))
            }
            done.signal()
        }
        defer {
            goes.signal()
            #expect(done.wait(upTo: .seconds(10)))
        }
        try #require(stopped.wait(upTo: .seconds(10)))
        try body()
    }

    /// Some three times what the socket and libwayland's buffer hold, in turns of the loop as a player's are.
    @Test func requestsWaitAndComeInTheirOrder() throws {
        let server = try ServerThread { MiniCompositor($0) }
        let session = try ClientSession(server)
        let surface = Surface(session.globals)
        try session.connection.roundtrip()
        let objects = session.connection.display.table.count
        var (callbacks, hadNoRoom) = (0, false)
        try withStoppedServer(server) {
            for index in 0..<900 {
                surface.setOpaqueRegion([Rect(x: index, y: 0, width: 1, height: 1)])
                surface.requestFrame { _ in callbacks += 1 }
                surface.commit()
                session.loop.turn(limit: .zero)
                if !session.connection.hasRoom { hadNoRoom = true }
            }
            // An object that is made and ends while nothing is read.
            let other = Surface(session.globals)
            other.requestFrame { _ in callbacks += 1000 }
            other.commit()
            other.destroy()
        }
        #expect(hadNoRoom && session.connection.loss == nil)
        let isRead = session.turn { session.connection.hasRoom && callbacks > 0 && !surface.isFrameRequested }
        #expect(isRead && session.connection.loss == nil, "\(session.losses)")
        try session.connection.roundtrip()
        let commits = server.perform { _, compositor in compositor.requests.filter { $0 == "commit" }.count }
        #expect(commits == 901 && callbacks == 1)
        #expect(session.connection.display.table.count == objects)
    }

    /// Requests with descriptors, of which libwayland holds 28.
    @Test func descriptorsWaitAsWell() throws {
        let server = try ServerThread { MiniCompositor($0) }
        let session = try ClientSession(server)
        let surface = Surface(session.globals)
        try session.connection.roundtrip()
        let open = OwnProcess.descriptors
        try withStoppedServer(server) {
            for _ in 0..<1000 {
                surface.commit()
                session.loop.turn(limit: .zero)
            }
            #expect(!session.connection.hasRoom)
            for _ in 0..<40 { _ = try ShmBuffer(session.globals, size: Size(width: 8, height: 8)) }
        }
        #expect(session.turn { session.connection.hasRoom } && session.connection.loss == nil)
        try session.connection.roundtrip()
        // Other tests open some meanwhile.
        #expect(wait(.seconds(10)) { OwnProcess.descriptors < open + 30 }, "they are closed again")
    }

    /// In one turn of the loop, without a flush by the loop.
    @Test func aTurnWithMoreThanTheBufferIsNoEnd() throws {
        let server = try ServerThread { MiniCompositor($0) }
        let session = try ClientSession(server)
        let surface = Surface(session.globals)
        try session.connection.roundtrip()
        let requests = session.connection.display.table.requests
        var count = 0
        try withStoppedServer(server) {
            while !requests.isHolding, count < 200_000 {
                surface.commit()
                count += 1
            }
            for _ in 0..<2000 { surface.commit() }
            count += 2000
        }
        #expect(session.turn { session.connection.hasRoom } && session.connection.loss == nil)
        try session.connection.roundtrip()
        let commits = server.perform { _, compositor in compositor.requests.filter { $0 == "commit" }.count }
        #expect(commits == count)
    }

    /// Held requests have a bound, beyond which the connection ends with its reason.
    @Test func whatIsHeldIsBounded() throws {
        let server = try ServerThread { MiniCompositor($0) }
        let session = try ClientSession(server)
        let surface = Surface(session.globals)
        try withStoppedServer(server) {
            for _ in 0..<200 {
                for _ in 0..<1000 { surface.commit() }
                session.loop.turn(limit: .zero)
            }
        }
        for _ in 0..<3 { session.loop.turn(limit: .zero) }
        #expect(session.losses.map(\.code) == [.connectionLost])
        #expect(session.losses.first?.description.contains("reads nothing") == true, "\(session.losses)")
        session.connection.disconnect()
        #expect(session.connection.display.table.count == 0)
    }
}
