package import OrielRemoteControl
import OrielTexts

/// The decisions of the browser's host: at most one tab's video floats, and each player's end is told to its tab.
package struct BrowserSession {
    package enum Effect: Hashable {
        /// Starts player `number` with these arguments after `play`.
        case start(number: Int, [String])
        /// Starts a player that lives by itself.
        case open(tab: Int, [String])
        /// Ends Picture in Picture of a player, and so the player.
        case restore(number: Int)
        /// Stops reading a player, which then lives by itself.
        case letGo(number: Int)
        case send(BrowserReply)
    }

    private struct Float {
        let tab: Int
        var number: Int
        /// Arguments that weren't tried yet.
        var candidates: ArraySlice<[String]>
        var isReturning = false
        var isDisplaced = false
    }

    private var floating: Float?
    /// The tab that floats once the present one is back in its tab.
    private var next: (tab: Int, candidates: [[String]])?
    private var count = 0

    package init() {}

    package mutating func receive(_ request: BrowserRequest) -> [Effect] {
        switch request.type {
        case .float: float(request)
        case .return: giveBack(request.tab)
        case .release: release(request.tab)
        case .open: open(request)
        }
    }

    private func open(_ request: BrowserRequest) -> [Effect] {
        do throws(OpenAddress.Refusal) {
            guard let words = try request.candidates().first else { return [] }
            return [.open(tab: request.tab, words)]
        } catch {
            return [.send(BrowserReply(.refused, tab: request.tab, line: localized("the link's address \(error)")))]
        }
    }

    private mutating func float(_ request: BrowserRequest) -> [Effect] {
        guard floating?.tab != request.tab else { return giveBack(request.tab) }
        let candidates: [[String]]
        do throws(OpenAddress.Refusal) { candidates = try request.candidates() } catch {
            return [
                .send(
                    BrowserReply(
                        .ended, tab: request.tab, end: "failed", line: localized("the video's address \(error)")))
            ]
        }
        guard floating != nil else { return start(request.tab, candidates) }
        let dropped = dropNext()
        next = (request.tab, candidates)
        floating?.isDisplaced = true
        return dropped + restoreFloating()
    }

    private mutating func start(_ tab: Int, _ candidates: [[String]]) -> [Effect] {
        guard let first = candidates.first else { return [] }
        count += 1
        floating = Float(tab: tab, number: count, candidates: candidates.dropFirst())
        return [.start(number: count, first)]
    }

    private mutating func giveBack(_ tab: Int) -> [Effect] {
        if next?.tab == tab { return dropNext() }
        guard floating?.tab == tab else {
            return [.send(BrowserReply(.refused, tab: tab, line: localized("no video of this tab floats")))]
        }
        return restoreFloating()
    }

    private mutating func restoreFloating() -> [Effect] {
        guard let floating, !floating.isReturning else { return [] }
        self.floating?.isReturning = true
        return [.restore(number: floating.number)]
    }

    private mutating func dropNext() -> [Effect] {
        guard let next else { return [] }
        self.next = nil
        return [.send(BrowserReply(.ended, tab: next.tab, end: "returned"))]
    }

    private mutating func release(_ tab: Int) -> [Effect] {
        if next?.tab == tab { next = nil }
        guard let floating, floating.tab == tab else { return [] }
        self.floating = nil
        return [.letGo(number: floating.number)] + startNext()
    }

    private mutating func startNext() -> [Effect] {
        guard let next else { return [] }
        self.next = nil
        return start(next.tab, next.candidates)
    }

    /// Takes the end of a player.
    /// - Parameters:
    ///   - report: what it has told at its end; nil if it was killed.
    ///   - line: last line that it has printed otherwise.
    package mutating func ended(number: Int, _ report: HandBack?, line: String?) -> [Effect] {
        guard var float = floating, float.number == number else { return [] }
        let wasSeen = report.map { $0.player.frames.presented > 0 } ?? false
        let end = report?.end ?? "lost"
        let hasFailed = report == nil && line != nil || end == "failed"
        if hasFailed, !wasSeen, !float.isReturning, let words = float.candidates.popFirst() {
            count += 1
            float.number = count
            floating = float
            return [.start(number: count, words)]
        }
        floating = nil
        var reply = BrowserReply(.ended, tab: float.tab, end: hasFailed ? "failed" : end)
        if let report, wasSeen {
            reply.position = report.player.position.isFinite ? max(0, report.player.position) : nil
            reply.paused = report.player.paused
            reply.speed = report.player.speed
            reply.volume = min(1, max(0, Double(report.player.volume) / 100))
            reply.muted = report.player.muted
        }
        // A player that doesn't float yet is terminated for a return, which pauses it.
        if float.isReturning, ["quit", "closed", "failed", "lost"].contains(end) {
            (reply.end, reply.paused) = ("returned", nil)
        }
        reply.displaced = float.isDisplaced ? true : nil
        if reply.end == "failed" { reply.line = line }
        return [.send(reply)] + startNext()
    }
}
