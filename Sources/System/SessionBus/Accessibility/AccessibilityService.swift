package import OrielAccessibility
package import OrielPlatform
import SystemPackage

/// The program's elements on the accessibility bus (AT-SPI), for screen readers and other assistive programs. Only for
/// the loop's thread; the loop must outlive it.
///
/// As long as no assistive program runs (`org.a11y.Status`, *IsEnabled*), it has one match rule on the user's bus,
/// starts no service and sends nothing. When one runs, it connects to the accessibility bus, and answers calls.
package final class AccessibilityService {
    private let session: SessionBus
    private let program: String
    private let perform: (String, AccessibleRequest) -> Void
    private var sessionListener: SessionBus.Listener?
    /// The latest question to the user's bus. Only one is open, and is repeated if it may have become wrong.
    private var question: (cookie: UInt64, kind: Question, isStale: Bool)?

    private var bus: SessionBus?
    private var listener: SessionBus.Listener?
    private var objects: AccessibleObjects?
    /// Open questions to the accessibility bus.
    private var calls: [UInt64: Call] = [:]
    private var windows: [AccessibleNode] = []
    /// The last announcements as elements.
    private var notices: [AccessibleNode] = []
    private var noticeCount = 0
    private static let mostNotices = 4

    private enum Question { case isEnabled, address }
    private enum Call {
        /// Its answer has this connection's name.
        case greeting
        case registration
        /// The answer lists the events that readers listen to; this text is announced then.
        case events(String)
    }

    /// Unique name on the accessibility bus; nil without one.
    package var connectionName: String? { bus?.ownName }
    /// Whether an assistive program is told about the elements.
    package var isActive: Bool { objects?.desktop != nil }
    /// Runs when that has changed.
    package var onActivity: () -> Void = {}
    /// Brings the elements up to date before a call is answered.
    package var onCall: () -> Void = {}
    /// Runs when the user's bus has closed the connection.
    package var onEnd: () -> Void = {}

    private static let (path, statusInterface, busInterface) = ("/org/a11y/bus", "org.a11y.Status", "org.a11y.Bus")
    private static let rule = "type='signal',arg0namespace='org.a11y'"
    private static let registry = "org.a11y.atspi.Registry"
    private static let rootPath = AccessibleObjects.prefix + AccessibleTree.root
    /// Messages that may wait for a bus that doesn't read them.
    private static let mostQueued = 2000

    /// Asks whether an assistive program runs. Nothing blocks, and no service is started.
    /// - Parameters:
    ///   - program: the program's name for a person.
    ///   - perform: carries out a request for an element; called from the loop, outside of the bus's functions.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    package init(
        _ buses: BusConnections, program: String, perform: @escaping (String, AccessibleRequest) -> Void
    ) throws(PlatformError) {
        session = try buses.user()
        self.program = program
        self.perform = perform
        sessionListener = session.listen { [unowned self] in take($0) }
        // Covers both the property's changes and the service's owners, by their first argument.
        try session.callBus("AddMatch", .text(Self.rule))
        ask(.isEnabled)
    }

    deinit {
        if let sessionListener { session.remove(sessionListener) }
        _ = try? session.callBus("RemoveMatch", .text(Self.rule))
        // The owner is about to forget this object, and must not be called meanwhile.
        onActivity = {}
        disconnect()
    }

    // MARK: The user's bus

    private func ask(_ kind: Question) {
        let cookie =
            switch kind {
            case .isEnabled:
                try? session.send(
                    Self.busInterface, Self.path, "org.freedesktop.DBus.Properties", "Get",
                    [.text(Self.statusInterface), .text("IsEnabled")], startsService: false)
            case .address: try? session.send(Self.busInterface, Self.path, Self.busInterface, "GetAddress", [])
            }
        question = cookie.map { ($0, kind, false) }
    }

    private func take(_ event: SessionBus.Event) {
        switch event {
        case .owner(let owner, of: Self.busInterface):
            question = nil
            owner.isEmpty ? disconnect() : ask(.isEnabled)
        case .owner: break
        case .message(let message): take(message)
        case .end:
            disconnect()
            onEnd()
        }
    }

    private func take(_ message: BusMessage) {
        let header = message.header
        if header.kind == .signal, header.path == Self.path, header.member == "PropertiesChanged" {
            if question == nil { ask(.isEnabled) } else { question?.isStale = true }
        }
        guard let question, question.cookie == header.answers else { return }
        self.question = nil
        if question.isStale { return ask(.isEnabled) }
        let isAnswer = header.kind == .answer
        switch question.kind {
        case .isEnabled:
            guard isAnswer, (try? message.value())?.boolean == true else { return disconnect() }
            if bus == nil { ask(.address) }
        case .address:
            // The address may name a program to run (`unixexec:`).
            guard isAnswer, bus == nil, let address = try? message.text(), address.hasPrefix("unix:"),
                !address.contains(";")
            else { return }
            try? connect(to: address)
        }
    }

    // MARK: The accessibility bus

    private func connect(to address: String) throws(PlatformError) {
        let bus = try SessionBus(loop: session.loop, address: address)
        guard bus.isTrusted else { return bus.close() }
        self.bus = bus
        bus.onCall = { [unowned self] in answer($0) }
        listener = bus.listen { [unowned self] event in
            switch event {
            case .message(let message): hear(message)
            case .owner: break
            case .end: disconnect()
            }
        }
        if let cookie = try? bus.callBus("GetId") { calls[cookie] = .greeting }
    }

    private func send(
        _ call: Call, _ name: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [BusArgument] = []
    ) {
        guard let cookie = try? bus?.send(name, path, interface, member, arguments) else { return }
        calls[cookie] = call
    }

    private func disconnect() {
        let wasActive = isActive
        if let listener { bus?.remove(listener) }
        // The bus may be calling this.
        if let bus { session.loop.schedule(after: .zero) { bus.close() } }
        (bus, listener, objects, calls, windows) = (nil, nil, nil, [:], [])
        if wasActive { onActivity() }
    }

    private func hear(_ message: BusMessage) {
        guard let cookie = message.header.answers, let call = calls.removeValue(forKey: cookie), let bus else { return }
        let isAnswer = message.header.kind == .answer
        switch call {
        case .greeting:
            guard let name = bus.ownName else { return disconnect() }
            let objects = AccessibleObjects(AccessibleTree(program), connection: name)
            self.objects = objects
            send(
                .registration, Self.registry, Self.rootPath, "org.a11y.atspi.Socket", "Embed",
                [objects.reference(AccessibleTree.root).argument])
        case .registration:
            guard isAnswer, let desktop = try? message.reference() else { return disconnect() }
            objects?.desktop = desktop
            onActivity()
        case .events(let text):
            let events = (try? message.value())?.items ?? []
            let knowsAnnouncements = events.contains {
                $0.items.last?.text?.lowercased().contains("announcement") == true
            }
            knowsAnnouncements
                ? emit(AccessibleTree.root, "Object", "Announcement", "", 1, .text(text)) : notify(text)
        }
    }

    private func answer(_ call: BusMessage) -> BusAnswer? {
        onCall()
        return objects?.answer(call) { [unowned self] id, request in
            session.loop.schedule(after: .zero) { [weak self] in self?.perform(id, request) }
        }
    }

    // MARK: Changes

    /// Replaces the elements, and tells what has changed.
    package func update(_ windows: [AccessibleNode]) {
        self.windows = windows
        if isActive { show(AccessibleTree(program, windows + notices)) }
    }

    private func show(_ tree: AccessibleTree) {
        guard let old = objects?.tree, tree != old else { return }
        objects?.tree = tree
        for change in tree.changes(since: old) { tell(change) }
    }

    /// Has a screen reader say a sentence.
    package func announce(_ text: String) {
        guard isActive else { return }
        send(.events(text), Self.registry, "/org/a11y/atspi/registry", Self.registry, "GetRegisteredEvents")
    }

    /// Shows a sentence as a notification, which readers before AT-SPI 2.50 say. They read its name a moment later, so
    /// that the next ones are other elements.
    private func notify(_ text: String) {
        noticeCount += 1
        let id = "\(AccessibleTree.notice)\(noticeCount % Self.mostNotices)"
        var notice = AccessibleNode(id, .notification, text)
        notice.states.insert(.showing)
        notices = notices.suffix(Self.mostNotices - 1) + [notice]
        show(AccessibleTree(program, windows + notices))
        emit(notice.id, "Object", "StateChanged", "showing", 1, .number(0))
    }

    /// Tells that a value has changed that `update` doesn't compare.
    package func tellValue(of id: String) {
        guard let value = objects?.tree.entries[id]?.node.value?.current else { return }
        emit(id, "Object", "PropertyChange", "accessible-value", 0, .decimal(value))
    }

    private func tell(_ change: AccessibleTree.Change) {
        guard let objects else { return }
        switch change {
        case .added(let id, let parent, let index):
            emit(parent, "Object", "ChildrenChanged", "add", Int32(index), objects.reference(id).argument)
        case .removed(let id, let parent, let index):
            emit(parent, "Object", "ChildrenChanged", "remove", Int32(index), objects.reference(id).argument)
        case .name(let id, let name): emit(id, "Object", "PropertyChange", "accessible-name", 0, .text(name))
        case .value(let id): tellValue(of: id)
        case .state(let id, let state, let isSet):
            emit(id, "Object", "StateChanged", state.name, isSet ? 1 : 0, .number(0))
            if state == .active { emit(id, "Window", isSet ? "Activate" : "Deactivate", "", 0, .text("")) }
        }
    }

    private func emit(
        _ id: String, _ interface: String, _ member: String, _ detail: String, _ number: Int32, _ value: BusArgument
    ) {
        guard let bus else { return }
        guard bus.queued < Self.mostQueued else { return disconnect() }
        try? bus.emit(
            AccessibleObjects.prefix + id, "org.a11y.atspi.Event.\(interface)", member,
            [.text(detail), .signed(number), .signed(0), .variant(value), .options([])])
    }
}

extension BusMessage {
    /// Reads a reference to an object (`(so)`).
    fileprivate func reference() throws(Malformed) -> AccessibleObjects.Reference {
        let items = try value().items
        guard items.count == 2, let connection = items[0].text, case .path(let path) = items[1] else {
            throw Malformed()
        }
        return AccessibleObjects.Reference(connection: connection, path: path)
    }
}
