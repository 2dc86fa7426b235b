import CWayland
import Glibc

/// The requests of one connection while its socket has no room, in the order they were made.
///
/// libwayland up to 1.22 buffers 4 kB of requests and 28 descriptors, and ends the connection when a request fits
/// neither there nor into the socket, which a stopped compositor leaves full. So requests are counted, flushed before
/// they fill that buffer, and held here from the flush that failed until one succeeds. What is held is bounded: beyond
/// `limit` requests are dropped and `hasOverflowed` says that the connection is beyond help.
///
/// It belongs to the thread that dispatches the connection.
public final class RequestQueue {
    /// Most bytes of requests, as on the wire, left in libwayland's buffer; EGL adds some of its own to the same one.
    static let mostUnwritten = 3072
    /// Most descriptors left in libwayland's buffer.
    static let mostUnwrittenDescriptors = 12
    /// Most memory of held requests, in bytes.
    static let limit = 1 << 20
    /// Most descriptors of held requests.
    static let descriptorLimit = 64

    /// Writes libwayland's buffer to the socket; false if the socket took only a part.
    private var write: () -> Bool = { true }
    private var holds = false
    /// More was held than `limit`; some requests were dropped, so the connection can't go on.
    public private(set) var hasOverflowed = false
    /// Bytes and descriptors of requests since libwayland's buffer was last empty.
    private var unwritten = (bytes: 0, descriptors: 0)
    private var held: [Entry] = []
    private var heldSize = (bytes: 0, descriptors: 0)

    /// Requests are held: the last flush found no room.
    public var isHolding: Bool { holds }

    private enum Entry {
        case request(HeldRequest)
        /// Runs after the requests before it, such as the end of an object that they name.
        case action(() -> Void)
    }

    init() {}

    deinit { discard() }

    /// Sets the function that writes libwayland's buffer to the socket and returns false if the socket took only a
    /// part.
    public func setWriter(_ write: @escaping () -> Bool) { self.write = write }

    /// Whether `bytes` of requests can be made without being held. Flushes if libwayland's buffer lacks that room.
    public func hasRoom(for bytes: Int) -> Bool {
        if !holds, unwritten.bytes + bytes > Self.mostUnwritten { flush() }
        return !holds
    }

    /// Writes what libwayland has buffered, then the held requests, as far as the socket has room.
    /// - Returns: whether nothing is left.
    @discardableResult
    public func flush() -> Bool {
        holds = !write()
        guard !holds else { return false }
        unwritten = (0, 0)
        guard !held.isEmpty else { return true }
        // Requests that were made meanwhile come after these.
        holds = true
        let entries = held
        held = []
        heldSize = (0, 0)
        var sent = 0
        for entry in entries {
            if case .request(let request) = entry {
                guard !isFull(with: request.size) || writeAgain() else { break }
                count(request.size)
                request.send()
            } else if case .action(let action) = entry {
                action()
            }
            sent += 1
        }
        for entry in entries[sent...] { keep(entry) }
        holds = !held.isEmpty || !writeAgain()
        return !holds
    }

    private func writeAgain() -> Bool {
        guard write() else { return false }
        unwritten = (0, 0)
        return true
    }

    /// Counts a request that is about to be made. False if it must be held instead.
    func admit(_ size: RequestSize) -> Bool {
        if !holds, isFull(with: size) { flush() }
        guard !holds else { return false }
        count(size)
        return true
    }

    /// Holds a request; drops it, and all that are held, if it is too much.
    func hold(_ request: HeldRequest) { keep(.request(request)) }

    /// Runs `action` once no held request is left, or now if none is.
    public func afterHeld(_ action: @escaping () -> Void) {
        if held.isEmpty { action() } else { keep(.action(action)) }
    }

    private func keep(_ entry: Entry) {
        held.append(entry)
        if case .request(let request) = entry {
            heldSize.bytes += request.size.bytes
            heldSize.descriptors += request.size.descriptors
        }
        heldSize.bytes += Self.overhead
        if heldSize.bytes > Self.limit || heldSize.descriptors > Self.descriptorLimit {
            hasOverflowed = true
            discard()
        }
    }

    /// Memory of a held request beside its bytes, about.
    private static let overhead = 160

    /// Drops what is held and frees the objects that it was to end.
    func discard() {
        let dropped = held
        held = []
        heldSize = (0, 0)
        for entry in dropped {
            switch entry {
            case .request(let request): request.drop()
            case .action(let action): action()
            }
        }
    }

    /// Drops what is held without touching libwayland's objects.
    func forget() {
        for case .request(let request) in held { request.closeDescriptors() }
        held = []
        heldSize = (0, 0)
    }

    private func isFull(with size: RequestSize) -> Bool {
        unwritten.bytes + size.bytes > Self.mostUnwritten
            || unwritten.descriptors + size.descriptors > Self.mostUnwrittenDescriptors
    }

    private func count(_ size: RequestSize) {
        unwritten.bytes += size.bytes
        unwritten.descriptors += size.descriptors
    }
}
