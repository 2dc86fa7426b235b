import Foundation
import OrielCommand
import OrielRemoteControl
import OrielTestSupport
import Testing

/// Messages of the browser's extension, which pages and a broken extension may control.
struct NativeFramesTests {
    private func frame(_ text: String) -> [UInt8] { NativeFrames.frame(Array(text.utf8)) }

    @Test func messagesAreTakenHoweverTheyArrive() throws {
        let stream = frame("{}") + frame("") + frame(String(repeating: "x", count: 70_000))
        for size in [1, 3, 4, 5, 4096, stream.count] {
            var frames = NativeFrames()
            var found: [Int] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                frames.append(stream[start..<min(stream.count, start + size)])
                while let message = try frames.next() { found.append(message.count) }
            }
            #expect(found == [2, 0, 70_000])
        }
    }

    @Test(arguments: [UInt32(1 << 20) + 1, 1 << 31, .max]) func aTooLongMessageIsRefusedByItsLength(length: UInt32) {
        var frames = NativeFrames()
        frames.append(withUnsafeBytes(of: length) { Array($0) })
        #expect(throws: NativeFrames.TooLong.self) { try frames.next() }
    }

    @Test func theLongestMessageIsTaken() throws {
        var frames = NativeFrames()
        frames.append(NativeFrames.frame(Array(repeating: 32, count: NativeFrames.limit)))
        let message = try frames.next()
        #expect(message?.count == NativeFrames.limit)
    }
}

struct BrowserRequestTests {
    private func read(_ text: String) -> BrowserRequest? { BrowserRequest(json: Array(text.utf8)) }

    @Test func aVideoBecomesLinksWithItsOptions() throws {
        let request = try #require(
            read(
                #"""
                {"type": "float", "tab": 7, "address": "https://cdn.example/a.mp4?x=1&y=2", "page": "https://example.org/p",
                "title": "A film – part 1", "time": 61.5, "speed": 1.5, "volume": 0.25, "muted": true, "language": "de-AT",
                "private": true}
                """#))
        let options = ["--speed=1.5", "--volume=25", "--mute", "--slang=de-AT", "--private"]
        let end = "&t=61.500&title=A%20film%20%E2%80%93%20part%201"
        #expect(
            try request.candidates() == [
                options + [
                    "--http-header=Referer: https://example.org/", "--",
                    "oriel://open?url=https%3A%2F%2Fcdn.example%2Fa.mp4%3Fx%3D1%26y%3D2" + end,
                ],
                options + ["--", "oriel://open?url=https%3A%2F%2Fexample.org%2Fp" + end],
            ])
    }

    @Test(arguments: [
        "--list", "-h", "file:///etc/passwd", "/etc/passwd", "pipe:0", "concat:http://a/b",
        "oriel://open?url=http://a/b",
        "rtsp://example.org/a", "http://user:word@example.org/", "http:///a", "https://exa\nmple.org",
        "http://a/\u{202E}b",
        "", "blob:https://example.org/1", "https://a\\@b/", "http://example.org/" + String(repeating: "a", count: 9000),
    ])
    func anythingButAnAddressOfTheWebIsRefused(address: String) {
        var request = BrowserRequest(.float, tab: 1)
        (request.address, request.page) = (address, address)
        #expect(throws: OpenAddress.Refusal.self) { try request.candidates() }
    }

    @Test func aRefusedAddressLeavesThePage() throws {
        var request = BrowserRequest(.float, tab: 1)
        (request.address, request.page) = ("blob:https://example.org/1", "https://example.org/p#part")
        #expect(try request.candidates() == [["--", "oriel://open?url=https%3A%2F%2Fexample.org%2Fp%23part"]])
    }

    @Test(arguments: ["--private", "en; rm", "e", "", String(repeating: "a", count: 36), "ä"])
    func aFalseLanguageIsLeftOut(language: String) throws {
        var request = BrowserRequest(.float, tab: 1)
        (request.page, request.language) = ("https://example.org/p", language)
        #expect(try request.candidates().first?.first == "--")
    }

    @Test func numbersAreBounded() throws {
        var request = BrowserRequest(.float, tab: 1)
        request.page = "https://example.org/p"
        (request.time, request.speed, request.volume) = (1e300, 1e300, -4)
        #expect(
            try request.candidates() == [
                ["--speed=8.0", "--volume=0", "--", "oriel://open?url=https%3A%2F%2Fexample.org%2Fp"]
            ])
        (request.time, request.speed, request.volume) = (.nan, -.infinity, .nan)
        #expect(try request.candidates().first?.first == "--")
    }

    @Test func aTitleIsCutAndCleaned() throws {
        var request = BrowserRequest(.float, tab: 1)
        (request.page, request.title) = (
            "https://example.org/p", "a\u{1B}[31m\n\u{202E}b" + String(repeating: "ü", count: 5000)
        )
        let link = try #require(try request.candidates().first?.last)
        let address = try OpenAddress(parsing: link)
        #expect(address.title?.hasPrefix("a[31mbü") == true && address.title?.count ?? 0 > 400)
    }

    @Test(arguments: [
        "", "{", "null", "[]", "7", #"{"type": "float"}"#, #"{"type": "run", "tab": 1}"#,
        #"{"type": "float", "tab": "1"}"#,
        #"{"type": "float", "tab": 1e300}"#, #"{"type": "float", "tab": 1, "address": 7}"#,
        String(repeating: "[", count: 100_000),
    ])
    func anythingElseIsNoMessage(text: String) { #expect(read(text) == nil) }
}

struct BrowserSessionTests {
    private var session = BrowserSession()

    private func float(_ tab: Int, address: String? = nil) -> BrowserRequest {
        var request = BrowserRequest(.float, tab: tab)
        (request.address, request.page) = (address, "https://example.org/\(tab)")
        return request
    }

    private func words(_ tab: Int) -> [String] { ["--", "oriel://open?url=https%3A%2F%2Fexample.org%2F\(tab)"] }

    private func report(_ end: String, position: Double = 12.5, presented: Int = 100, paused: Bool = false) -> HandBack
    {
        var player = PlayerStatus(
            id: "a", pid: 1, media: "m", title: "t", mode: .pip, surface: .layerSurface)
        player.position = position
        player.paused = paused
        player.frames.presented = presented
        return HandBack(end: end, player: player)
    }

    private func reply(_ tab: Int, _ end: String, _ change: (inout BrowserReply) -> Void = { _ in }) -> BrowserReply {
        var reply = BrowserReply(.ended, tab: tab, end: end)
        change(&reply)
        return reply
    }

    /// The reply about a player that was seen, as `report` tells of it.
    private func seen(_ tab: Int, _ end: String, _ change: (inout BrowserReply) -> Void) -> BrowserReply {
        reply(tab, end) {
            ($0.position, $0.paused, $0.speed, $0.volume, $0.muted) = (12.5, false, 1, 1, false)
            change(&$0)
        }
    }

    @Test mutating func aVideoFloatsAndComesBack() {
        let start = session.receive(float(3))
        #expect(start == [.start(number: 1, words(3))])
        let press = session.receive(float(3))
        #expect(press == [.restore(number: 1)])
        let again = session.receive(BrowserRequest(.return, tab: 3))
        #expect(again == [])
        let end = session.ended(number: 1, report("returned", paused: true), line: nil)
        #expect(end == [.send(seen(3, "returned") { $0.paused = true })])
        let late = session.ended(number: 1, nil, line: nil)
        #expect(late == [])
    }

    @Test mutating func anotherTabWaitsUntilTheFirstIsBack() {
        _ = session.receive(float(1))
        let second = session.receive(float(2))
        #expect(second == [.restore(number: 1)])
        let third = session.receive(float(3))
        #expect(third == [.send(reply(2, "returned"))])
        let end = session.ended(number: 1, report("returned"), line: nil)
        #expect(
            end == [
                .send(seen(1, "returned") { $0.displaced = true }),
                .start(number: 2, words(3)),
            ])
    }

    @Test mutating func thePageIsTriedAfterTheMedium() {
        let start = session.receive(float(1, address: "https://cdn.example/a"))
        guard case .start(1, let first)? = start.first else {
            Issue.record("\(start)")
            return
        }
        #expect(first.last == "oriel://open?url=https%3A%2F%2Fcdn.example%2Fa")
        let next = session.ended(number: 1, report("failed", presented: 0), line: "no medium")
        #expect(next == [.start(number: 2, words(1))])
        let end = session.ended(number: 2, report("failed", presented: 0), line: "no page")
        #expect(end == [.send(reply(1, "failed") { $0.line = "no page" })])
    }

    @Test mutating func aMediumThatBreaksOffIsNotTriedElsewhere() {
        _ = session.receive(float(1, address: "https://cdn.example/a"))
        let end = session.ended(number: 1, report("failed"), line: "broken")
        #expect(end == [.send(seen(1, "failed") { $0.line = "broken" })])
    }

    @Test mutating func aPlayerThatWasKilledIsLost() {
        _ = session.receive(float(1))
        let end = session.ended(number: 1, nil, line: nil)
        #expect(end == [.send(reply(1, "lost"))])
    }

    @Test(arguments: [(30, 0.3), (0, 0), (130, 1)])
    mutating func speedAndVolumeComeBack(volume: Int, told: Double) {
        _ = session.receive(float(1))
        var report = report("closed")
        (report.player.speed, report.player.volume, report.player.muted) = (1.5, volume, true)
        let end = session.ended(number: 1, report, line: nil)
        #expect(end == [.send(seen(1, "closed") { ($0.speed, $0.volume, $0.muted) = (1.5, told, true) })])
    }

    @Test mutating func aReturnBeforeTheFirstPictureHasNoPlace() {
        _ = session.receive(float(1))
        _ = session.receive(BrowserRequest(.return, tab: 1))
        let end = session.ended(number: 1, report("quit", position: 0, presented: 0), line: nil)
        #expect(end == [.send(reply(1, "returned"))])
    }

    @Test mutating func aTabThatTakesItsVideoBackEarlyPlaysOn() {
        _ = session.receive(float(1))
        _ = session.receive(BrowserRequest(.return, tab: 1))
        let end = session.ended(number: 1, report("quit", position: 1, paused: true), line: nil)
        #expect(end == [.send(seen(1, "returned") { ($0.position, $0.paused) = (1, nil) })])
    }

    @Test mutating func aTabThatIsGoneLeavesItsPlayer() {
        _ = session.receive(float(1))
        _ = session.receive(float(2))
        let effects = session.receive(BrowserRequest(.release, tab: 1))
        #expect(effects == [.letGo(number: 1), .start(number: 2, words(2))])
        let end = session.ended(number: 1, report("returned"), line: nil)
        #expect(end == [])
    }

    @Test mutating func aTabThatDoesNotFloatHasNothingToReturn() {
        let effects = session.receive(BrowserRequest(.return, tab: 1))
        #expect(effects == [.send(BrowserReply(.refused, tab: 1, line: "no video of this tab floats"))])
        let released = session.receive(BrowserRequest(.release, tab: 1))
        #expect(released == [])
    }

    @Test func theLastReportOfAPlayerIsRead() throws {
        var output = PlayerOutput()
        for _ in 0..<100_000 { output.append(Array("oriel: warning: a line\n".utf8)) }
        output.append(Array("oriel: play: it is no medium\n".utf8))
        output.append(Array((report("closed").json + "\n").utf8))
        #expect(output.report?.end == "closed" && output.report?.player.position == 12.5)
        #expect(output.line == "it is no medium")
        #expect(PlayerOutput().report == nil && PlayerOutput().line == nil)
    }
}
