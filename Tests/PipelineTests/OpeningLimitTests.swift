import Glibc
import OrielDemux
import OrielLibav
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Servers that keep a medium opening without an end.
@Suite struct OpeningLimitTests {
    /// Returns a server that sends `head`, then `line` again and again.
    private func server(_ head: String, again line: String, each pause: useconds_t) throws -> LoopbackListener {
        let listener = try LoopbackListener("endless")
        try listener.serve { [unowned listener] connection in
            guard Self.takeRequest(connection), Self.send(head, to: connection) else { return }
            while !listener.isEnded, Self.send(line, to: connection) { usleep(pause) }
        }
        return listener
    }

    /// Reads the request: unread bytes would make `close` reset the connection.
    private static func takeRequest(_ connection: CInt) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        return recv(connection, &bytes, bytes.count, 0) > 0
    }

    private static func send(_ text: String, to connection: CInt) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    private func options(_ limit: Duration) -> MediaPipeline.Options {
        var options = MediaPipeline.Options()
        options.http.longestOpening = limit
        return options
    }

    /// Headers without an end, a header of endless length, and a body of a byte now and then.
    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n", "X-More: yes\r\n"), ("HTTP/1.1 200 OK\r\nX-More: ", "yes"),
        ("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", "x"),
    ])
    func aServerThatNeverGetsToTheMediumIsGivenUp(head: String, line: String) throws {
        let server = try server(head, again: line, each: 20_000)
        defer { server.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(server.port)/film.mp4"), options(.seconds(1)))
        var failure: MediaError?
        _ = OrielTestSupport.wait(.seconds(20)) {
            if case .failed(let error) = viewer.pipeline.snapshot.phase { failure = error }
            return failure != nil
        }
        #expect(failure?.description.contains("has sent no medium for 1 s") == true, "\(String(describing: failure))")
    }

    /// The medium comes as slowly as it may: each kilobyte within the limit, all of it long after.
    @Test func aSlowMediumIsOpened() throws {
        let clip = try IndexClip.bytes(try IndexClip.make("noisy.mkv", frames: 90, DamageTests.clips[1].output))
        let listener = try LoopbackListener("slow")
        defer { listener.end() }
        try listener.serve { connection in
            let head = "HTTP/1.1 200 OK\r\n\r\n"
            guard Self.takeRequest(connection), Self.send(head, to: connection) else { return }
            var sent = 0
            while sent < clip.count {
                // Slow at the beginning only, where the medium is opened.
                let count = min(sent < 16_000 ? 2048 : 65_536, clip.count - sent)
                let part = Array(clip[sent..<sent + count])
                guard Glibc.send(connection, part, count, Int32(MSG_NOSIGNAL)) == count else { return }
                sent += count
                if sent < 16_000 { usleep(400_000) }
            }
        }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(listener.port)/film.mkv"), options(.seconds(2)))
        #expect(try viewer.opened() != nil)
        #expect(try viewer.rest().count > 80)
    }
}
