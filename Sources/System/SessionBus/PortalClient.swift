import OrielPlatform
import SystemPackage

/// Client of one interface of the desktop portal, with one request at a time (`org.freedesktop.portal.Request`). Only
/// for the loop's thread; the loop must outlive it.
///
/// A later request takes the place of the present one, whose answer is then ignored. None of the callbacks is called
/// after this object's end, which closes the present request, and with it the request's dialogue.
final class PortalClient {
    /// Takes the code of a response, 0 for success, and its results.
    typealias Answer = (_ code: UInt32, _ results: [String: BusArgument]) -> Void

    let service: BusService
    private let interface: String
    /// The request that waits for its response, and the function that takes it.
    private var request: PortalRequest?
    private var answer: Answer = { _, _ in }
    private let limit = LoopTimer()

    /// Called when the portal has appeared on the bus, with true, or gone.
    var onOwnerChange: (Bool) -> Void = { _ in }
    /// Called from the loop if a call fails; with `EBADMSG` if an answer can't be read, and with `ETIMEDOUT` also when
    /// the time of `setLimit` is over.
    var onFailure: (Errno) -> Void = { _ in }

    /// The portal need not run yet: the first call starts it.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    init(_ interface: String, on buses: BusConnections) throws(PlatformError) {
        self.interface = interface
        service = try buses.portal()
        service.onOwnerChange = { [unowned self] isOwned in
            // A portal that goes takes its requests with it.
            if !isOwned { request = nil }
            onOwnerChange(isOwned)
        }
        try service.listen(for: .init(path: nil, interface: "org.freedesktop.portal.Request", member: "Response")) {
            [unowned self] in respond($0)
        }
    }

    deinit {
        limit.cancel()
        if let path = request?.path(for: service.bus.ownName) { DesktopPortal.close(request: path, with: service) }
    }

    // MARK: Calls

    /// Calls a method that a request object answers.
    /// - Parameters:
    ///   - arguments: makes the arguments with the request's `handle_token`.
    ///   - answer: called at most once.
    func request(
        _ member: String, _ arguments: (_ token: BusArgument) -> [BusArgument], answer: @escaping Answer
    ) {
        let request = PortalRequest()
        self.request = request
        self.answer = answer
        send(member, arguments(.text(request.token))) { [unowned self] answer in
            guard request.token == self.request?.token else { return }
            attempt { () throws(PlatformError) in
                if case .failure = answer { self.request = nil }
                let message = try answer.get()
                self.request?.path = try? message.text("o")
            }
        }
    }

    /// Calls a method.
    /// - Parameters:
    ///   - interface: interface of the method; nil for this client's.
    ///   - read: reads the answer. What it throws goes to `onFailure`, as the failure of the call does.
    func call(
        _ member: String, _ arguments: [BusArgument], of interface: String? = nil,
        _ read: @escaping (BusMessage) throws(PlatformError) -> Void
    ) {
        send(member, arguments, of: interface) { [unowned self] answer in
            attempt { () throws(PlatformError) in try read(try answer.get()) }
        }
    }

    /// Calls a method.
    /// - Parameters:
    ///   - interface: interface of the method; nil for this client's.
    ///   - handler: called once, from the loop, also for a call that can't be sent; not after this object's end.
    func send(
        _ member: String, _ arguments: [BusArgument], of interface: String? = nil,
        _ handler: @escaping (Result<BusMessage, PlatformError>) -> Void
    ) {
        do throws(PlatformError) {
            try service.call(DesktopPortal.path, interface ?? self.interface, member, arguments, handler)
        } catch {
            service.bus.loop.schedule(after: .zero) { [weak self] in
                if self != nil { handler(.failure(error)) }
            }
        }
    }

    func askForVersion(_ done: @escaping (UInt32) -> Void) {
        call("Get", [.text(interface), .text("version")], of: DesktopPortal.properties) {
            message throws(PlatformError) in
            guard let version = (try? message.value())?.number else { throw PlatformError("Get", .badMessage) }
            done(version)
        }
    }

    /// Makes a session of the portal.
    /// - Parameter answer: called at most once, with the response's code, 0 for success, and the session's path if
    ///   it has one.
    func createSession(_ answer: @escaping (_ code: UInt32, _ path: String?) -> Void) {
        request("CreateSession") { token in
            [.options([.init("handle_token", token), .init("session_handle_token", token)])]
        } answer: { code, results in
            // A string, although the methods take it as an object path.
            let path = results["session_handle"]?.text
            answer(code, path?.first == "/" ? path : nil)
        }
    }

    /// Closes a session of the portal (`org.freedesktop.portal.Session`).
    func close(session: String) { try? service.call(session, DesktopPortal.session, "Close", []) { _ in } }

    // MARK: Answers

    /// Calls `handler` with the path of each session that the portal closes.
    func listenForClosedSessions(_ handler: @escaping (String) -> Void) throws(PlatformError) {
        try service.listen(for: .init(path: nil, interface: DesktopPortal.session, member: "Closed")) { message in
            if let path = message.header.path { handler(path) }
        }
    }

    /// Limits the time until the next call of this function; nil for no limit.
    func setLimit(_ patience: Duration?) {
        guard let patience else { return limit.cancel() }
        limit.set(on: service.bus.loop, after: patience) { [unowned self] in onFailure(.timedOut) }
    }

    private func attempt(_ body: () throws(PlatformError) -> Void) {
        do throws(PlatformError) { try body() } catch { onFailure(error.errno) }
    }

    private func respond(_ message: BusMessage) {
        guard let path = message.header.path, path == request?.path(for: service.bus.ownName) else { return }
        request = nil
        do throws(BusMessage.Malformed) { answer(try message.number(), try message.options()) } catch {
            onFailure(.badMessage)
        }
    }
}
