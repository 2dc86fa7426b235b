import CFFmpeg
import OrielLibav
import OrielPlatform

/// Limit for opening a medium on the network: a server that sends headers for ever, or a byte now and then, is given
/// up. libavformat itself only limits the time without any byte (`rw_timeout`).
struct OpeningWatch {
    /// Bytes of the medium that count as progress, so that a live stream of the lowest rate is never given up.
    static let step: Int64 = 1024

    /// The container while it is opened.
    var container: UnsafeMutablePointer<AVFormatContext>?
    /// Number of addresses named by the medium that are being opened, one inside the other.
    var connecting = 0

    /// Bytes of a text that is fetched as a whole before it is opened; nil if none is.
    var fetched: Int64?

    private let limit: Duration
    /// Time at which the current attempt fails; nil while nothing is opened.
    private(set) var deadline: Duration?
    /// Bytes of the medium at the last progress.
    private var received: Int64 = 0
    /// Whether an attempt was given up, of the medium or of an address that it names.
    private(set) var hasExpired = false
    /// Whether the medium itself was given up.
    private(set) var isGivenUp = false

    /// - Parameter limit: longest time without progress.
    init(limit: Duration) { self.limit = limit }

    /// Begins an attempt to open an address, until `end`.
    /// - Returns: the deadline of the attempt that this one interrupts, for `end`.
    mutating func begin() -> Duration? {
        defer { deadline = MonotonicClock.now + limit }
        return deadline
    }

    /// Ends an attempt. The one that it interrupted goes on with a full limit.
    mutating func end(resuming interrupted: Duration?) {
        deadline = interrupted == nil ? nil : MonotonicClock.now + limit
    }

    /// Whether the current attempt has gone on for too long.
    /// - Parameter now: bytes of the medium so far; nil while a named address is opened.
    mutating func isOver(received now: Int64?) -> Bool {
        guard let deadline else { return false }
        if let now, now >= received + Self.step {
            received = now
            self.deadline = MonotonicClock.now + limit
            return false
        }
        guard MonotonicClock.now >= deadline else { return false }
        hasExpired = true
        if now != nil { isGivenUp = true }
        return true
    }

    /// Begins the count of another connection's bytes.
    mutating func restart() {
        received = 0
        (hasExpired, isGivenUp) = (false, false)
    }
}

extension MediaSource {
    /// Schemes whose servers answer with header lines. Other protocols may wait for a sender.
    private static let answering: Set<String> = ["http", "https", "rtsp", "rtsps", "hls", "crypto"]
    private static let indirect: Set<String> = ["hls", "dash", "concat", "rtsp", "sdp"]

    /// Whether a demuxer's data comes over connections other than the container's.
    static func isIndirect(_ demuxer: String) -> Bool {
        demuxer.split(separator: ",").contains { indirect.contains(String($0)) }
    }

    /// Whether the limit applies to an address.
    static func isLimited(_ address: String) -> Bool { answering.contains(ProtocolPolicy.scheme(of: address)) }

    /// Whether opening has got no nearer to the data for too long. Called by libavformat while it waits or reads.
    var isOpeningOverdue: Bool {
        if let fetched = openingWatch.fetched { return openingWatch.isOver(received: fetched) }
        guard openingWatch.deadline != nil, let container = openingWatch.container else { return false }
        if openingWatch.connecting > 0 { return openingWatch.isOver(received: nil) }
        if let name = Libav.string(container.pointee.iformat?.pointee.name), Self.isIndirect(name) { return false }
        return openingWatch.isOver(received: container.pointee.pb?.pointee.bytes_read ?? 0)
    }

    /// The error for a medium whose opening was given up; nil if it was not.
    var openingError: MediaError? {
        guard openingWatch.hasExpired else { return nil }
        let seconds = http.longestOpening.components.seconds
        return MediaError(.network("it has sent no medium for \(seconds) s"), location)
    }
}
