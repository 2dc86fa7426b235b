import Glibc
import OrielPlatform
import SystemPackage

/// Reads a data offer's pipe to its end on the event loop, within limits: the writing program may be slow, endless or
/// dead.
final class OfferReading {
    private static let byteLimit = 1 << 20
    private static let patience = Duration.seconds(5)

    private let end: Descriptor
    private weak var loop: EventLoop?
    private var token: EventLoop.Token?
    private var timer: EventLoop.Token?
    private var bytes: [UInt8] = []
    /// Called once, unless cancelled, with the bytes; nil if the pipe failed or didn't end within the limits.
    private var done: ([UInt8]?) -> Void

    init(
        _ end: consuming Descriptor, _ loop: EventLoop, _ done: @escaping ([UInt8]?) -> Void
    ) throws(PlatformError) {
        self.loop = loop
        self.done = done
        self.end = end
        guard fcntl(self.end.number, F_SETFL, O_NONBLOCK) == 0 else {
            throw PlatformError("fcntl", Errno(rawValue: errno))
        }
        token = try loop.watch(self.end.number, for: .readable) { [weak self] _ in self?.read() }
        timer = loop.schedule(after: Self.patience) { [weak self] in
            self?.timer = nil
            self?.finish(nil)
        }
    }

    deinit { cancel() }

    /// Stops reading; `done` isn't called.
    func cancel() {
        for token in [token, timer] { if let token { loop?.remove(token) } }
        (token, timer) = (nil, nil)
        done = { _ in }
    }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(end.number, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { return finish(count == 0 ? bytes : nil) }
            bytes.append(contentsOf: chunk.prefix(count))
            guard bytes.count <= Self.byteLimit else { return finish(nil) }
        }
    }

    private func finish(_ result: [UInt8]?) {
        guard token != nil else { return }
        let done = done
        cancel()
        done(result)
    }
}
