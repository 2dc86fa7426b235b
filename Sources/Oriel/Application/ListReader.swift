package import OrielPlatform
package import OrielPlayback
package import OrielPlayer

/// Reads lists and folders on a thread, one after the other in the order of the calls, so that a large folder or a file system that
/// doesn't answer holds up no picture. Main actor.
@MainActor
package final class ListReader {
    /// Items that a list of media stands for, and why others were left out.
    package struct Found: Sendable {
        package var items: [PlayerItem] = []
        package var problems: [MediaError] = []
    }

    private struct Request {
        let media: [String]
        let allowsNetwork: Bool
        let then: (Found) -> Void
    }

    /// One thread's answer.
    private struct Answer: Sendable {
        private(set) var found: Found?
        private var isLost = false

        /// - Returns: whether it was given up meanwhile.
        mutating func give(_ found: Found) -> Bool {
            self.found = found
            return isLost
        }

        /// The answer; where there is none, it is given up.
        mutating func takeOrLose() -> Found? {
            isLost = found == nil
            return found
        }
    }

    /// Requests that wait, and threads that were given up and haven't ended, at most.
    private static let mostWaiting = 64
    private static let mostLost = 4
    /// How long one request may take before the next is read.
    private static let patience = Duration.seconds(30)

    private let loop: MainLoop
    private var waiting: [Request] = []
    private var isReading = false
    private let lost = Monitor(0)

    package init(_ loop: MainLoop) { self.loop = loop }

    /// Reads what stands for media (`PlayerItem.items`).
    /// - Parameter then: called from the loop, once, also where nothing was found or read.
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
