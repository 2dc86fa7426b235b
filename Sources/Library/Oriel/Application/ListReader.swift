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

    /// Largest numbers of waiting requests, and of abandoned threads that have not ended.
    private static let mostWaiting = 64
    private static let mostLost = 4
    /// Longest time for one request, after which the next one is read.
    private static let longest = Duration.seconds(30)

    private let loop: MainLoop
    private var waiting: [Request] = []
    private var reading: (request: Request, number: Int)?
    private var number = 0
    /// Numbers of the requests whose threads were given up.
    private var lost: Set<Int> = []
    private let patience = LoopTimer()

    package init(_ loop: MainLoop) { self.loop = loop }

    /// Reads the items that paths and addresses stand for (`PlayerItem.items`).
    /// - Parameter then: called once, from the loop, even if nothing was found or read.
    package func read(_ media: [String], allowsNetwork: Bool, then: @escaping (Found) -> Void) {
        let request = Request(media: media, allowsNetwork: allowsNetwork, then: then)
        guard waiting.count < Self.mostWaiting, lost.count < Self.mostLost else {
            let refusal = Self.problem("other folders are still being read", request)
            return _ = loop.after(.zero) { then(refusal) }
        }
        waiting.append(request)
        readNext()
    }

    private func readNext() {
        guard reading == nil, !waiting.isEmpty else { return }
        let request = waiting.removeFirst()
        number += 1
        reading = (request, number)
        let (number, media, allowsNetwork) = (number, request.media, request.allowsNetwork)
        patience.set(on: loop, after: Self.longest) { [self] in
            lost.insert(number)
            end(number, Self.problem("the file system doesn't answer", request))
        }
        do throws(PlatformError) {
            _ = try NamedThread("oriel-lists") {
                var found = Found()
                for medium in media {
                    let (items, problems) = PlayerItem.items(of: medium, allowsNetwork: allowsNetwork)
                    found.items += items
                    found.problems += problems
                }
                Task { @MainActor [found] in self.end(number, found) }
            }
        } catch {
            patience.set(on: loop, after: .zero) { [self] in end(number, Self.problem("\(error)", request)) }
        }
    }

    /// Answers a request, unless it was given up.
    private func end(_ number: Int, _ found: Found) {
        guard let request = reading?.request, reading?.number == number else { return _ = lost.remove(number) }
        reading = nil
        patience.cancel()
        request.then(found)
        readNext()
    }

    private static func problem(_ reason: String, _ request: Request) -> Found {
        Found(problems: [MediaError(.failed(reason), MediaLocation(request.media.first ?? ""))])
    }
}
