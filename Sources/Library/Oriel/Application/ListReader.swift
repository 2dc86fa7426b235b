package import OrielLibav
package import OrielPlatform
package import OrielPlayer

/// Reads playlists and folders on a thread, one after another in the order of the calls, so that a large folder or an
/// unresponsive file system doesn't block the loop. Main actor only.
@MainActor
package final class ListReader {
    /// The items that were read, and the reasons why others were left out.
    package struct Found: Sendable {
        package var items: [PlayerItem] = []
        package var problems: [MediaError] = []
    }

    private struct Request {
        let media: [String]
        let allowsNetwork: Bool
        let then: (Found) -> Void
    }

    /// The answer of one thread.
    private struct Answer: Sendable {
        private(set) var found: Found?
        private var isLost = false

        /// Stores the answer.
        /// - Returns: whether the reader has given up waiting for it.
        mutating func give(_ found: Found) -> Bool {
            self.found = found
            return isLost
        }

        /// Returns the answer; if there is none, gives up waiting for it.
        mutating func takeOrLose() -> Found? {
            isLost = found == nil
            return found
        }
    }

    /// Largest numbers of waiting requests, and of abandoned threads that have not ended.
    private static let mostWaiting = 64
    private static let mostLost = 4
    /// Longest time for one request, after which the next one is read.
    private static let patience = Duration.seconds(30)

    private let loop: MainLoop
    private var waiting: [Request] = []
    private var isReading = false
    private let lost = Monitor(0)

    package init(_ loop: MainLoop) { self.loop = loop }

    /// Reads the items that paths and addresses stand for (`PlayerItem.items`).
    /// - Parameter then: called once, from the loop, even if nothing was found or read.
    package func read(_ media: [String], allowsNetwork: Bool, then: @escaping (Found) -> Void) {
        guard waiting.count < Self.mostWaiting, lost.withLock({ $0 }) < Self.mostLost else {
            let problem = MediaError(.failed("other folders are still being read"), MediaLocation(media.first ?? ""))
            return _ = loop.after(.zero) { then(Found(problems: [problem])) }
        }
        waiting.append(Request(media: media, allowsNetwork: allowsNetwork, then: then))
        readNext()
    }

    private func readNext() {
        guard !isReading, !waiting.isEmpty else { return }
        isReading = true
        let request = waiting.removeFirst()
        do throws(PlatformError) { try begin(request) } catch {
            let problem = MediaError(.failed("\(error)"), MediaLocation(request.media.first ?? ""))
            loop.after(.zero) { [self] in end(request, Found(problems: [problem])) }
        }
    }

    private func begin(_ request: Request) throws(PlatformError) {
        let (wakeup, answer) = (try Wakeup(), Monitor(Answer()))
        let (media, allowsNetwork) = (request.media, request.allowsNetwork)
        var tokens: [EventLoop.Token] = []
        func finish(_ found: Found) {
            for token in tokens { loop.remove(token) }
            tokens = []
            end(request, found)
        }
        tokens.append(
            try loop.watch(wakeup) { if let found = answer.withLock({ $0.found }) { finish(found) } })
        tokens.append(
            loop.after(Self.patience) { [lost] in
                if let found = answer.update({ $0.takeOrLose() }) { return finish(found) }
                lost.update { $0 += 1 }
                let location = MediaLocation(media.first ?? "")
                finish(Found(problems: [MediaError(.failed("the file system doesn't answer"), location)]))
            })
        do throws(PlatformError) {
            _ = try NamedThread("oriel-lists") { [lost] in
                var found = Found()
                for medium in media {
                    let (items, problems) = PlayerItem.items(of: medium, allowsNetwork: allowsNetwork)
                    found.items += items
                    found.problems += problems
                }
                if answer.update({ $0.give(found) }) { lost.update { $0 -= 1 } }
                wakeup.signal()
            }
        } catch {
            for token in tokens { loop.remove(token) }
            throw error
        }
    }

    private func end(_ request: Request, _ found: Found) {
        isReading = false
        request.then(found)
        readNext()
    }
}
