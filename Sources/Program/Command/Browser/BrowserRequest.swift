import FoundationEssentials
import OrielTexts

/// A message of the extension, which may come from any page: only `play` decides what of it is used.
package struct BrowserRequest: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
        /// Floats a tab's video.
        case float
        /// Ends Picture in Picture, so that the tab goes on.
        case `return`
        /// The tab is gone: the player becomes one with a window of its own.
        case release
        /// Floats the video of a link, which no tab has.
        case open
    }

    package var type: Kind
    /// The browser's number of the tab.
    package var tab: Int
    /// Address of the medium in the page; nil if the page has none that another program could open.
    package var address: String?
    /// Address of the page.
    package var page: String?
    package var title: String?
    /// Position in seconds; nil for a live stream.
    package var time: Double?
    package var speed: Double?
    /// Volume, 0 to 1.
    package var volume: Double?
    package var muted: Bool?
    /// Language of the subtitles that are shown (BCP 47); nil if none are.
    package var language: String?
    /// Whether the tab is in a private window.
    package var `private`: Bool?

    package init(_ type: Kind, tab: Int) {
        self.type = type
        self.tab = tab
    }

    /// Reads a message; nil if it is none.
    package init?(json: [UInt8]) {
        guard let request = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = request
    }

    /// The addresses to try in turn, as links that `oriel play` checks, each with its options.
    package func candidates() throws(OpenAddress.Refusal) -> [[String]] {
        var found: [[String]] = []
        var refusal: OpenAddress.Refusal?
        let origin = page.flatMap { page in (try? OpenAddress.link(to: page)).map { _ in Self.origin(of: page) } }
        for (address, isMedium) in [(address, true), (page, false)] {
            guard let address, isMedium || address != self.address else { continue }
            do throws(OpenAddress.Refusal) {
                let link = try OpenAddress.link(to: address, at: time, title: title)
                let referrer = isMedium ? origin.map { ["--http-header=Referer: \($0)/"] } ?? [] : []
                found.append(options + referrer + ["--", link])
            } catch { refusal = refusal ?? error }
        }
        guard !found.isEmpty else { throw refusal ?? OpenAddress.Refusal(localized("has no address")) }
        return found
    }

    private var options: [String] {
        var options: [String] = []
        if let speed, speed.isFinite { options.append("--speed=\(min(8, max(0.1, speed)))") }
        if let volume, volume.isFinite { options.append("--volume=\(Int((min(1.3, max(0, volume)) * 100).rounded()))") }
        if muted == true { options.append("--mute") }
        if let language, Self.isLanguage(language) { options.append("--slang=\(language)") }
        if `private` == true { options.append("--private") }
        return options
    }

    private static func isLanguage(_ text: String) -> Bool {
        (2...35).contains(text.utf8.count) && text.first != "-"
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// Scheme, host and port of a web address.
    private static func origin(of address: String) -> Substring {
        guard let colon = address.firstIndex(of: ":") else { return "" }
        let host = address[colon...].dropFirst(3).prefix { !"/?#".contains($0) }
        return address[..<host.endIndex]
    }
}

/// A message to the extension.
package struct BrowserReply: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
        /// The program runs.
        case ready
        /// A link's player was started.
        case opened
        /// The player has ended, or never began.
        case ended
        /// A message was refused.
        case refused
    }

    package var type: Kind
    package var tab: Int?
    /// The way in which the player ended, as `oriel play --hand-back` tells; `lost` if it didn't tell.
    package var end: String?
    /// Last position in seconds; nil if nothing was shown.
    package var position: Double?
    package var paused: Bool?
    package var speed: Double?
    /// Volume, 0 to 1.
    package var volume: Double?
    package var muted: Bool?
    /// Whether another tab's video took its place.
    package var displaced: Bool?
    /// The reason of a failure or a refusal, for the user.
    package var line: String?

    package init(_ type: Kind, tab: Int? = nil, end: String? = nil, line: String? = nil) {
        self.type = type
        self.tab = tab
        self.end = end
        self.line = line
    }

    /// The message as the browser reads it.
    package var frame: [UInt8] { (try? JSONEncoder().encode(self)).map { NativeFrames.frame(Array($0)) } ?? [] }
}
