import Logging
import OrielPlatform
import OrielSceneHandoff
import OrielSessionBus

/// Holds the desktop's global shortcuts while this process hosts the session's broker and the user wants them. Main
/// actor only.
@MainActor
final class ShortcutHolder {
    private unowned let application: Application
    let memory: any GlobalShortcutMemory
    private var portal: ShortcutsPortal?
    private var watch: (events: DirectoryWatch, token: EventLoop.Token)?
    private lazy var renewal = BusRenewal(application.loop) { [weak self] in
        self?.portal = nil
        self?.update()
    }
    /// The next `update`; nil if none is due.
    private let next = LoopTimer()

    init(_ application: Application, _ memory: any GlobalShortcutMemory) {
        self.application = application
        self.memory = memory
        updateLater(BusRenewal.start)
    }

    /// Unbinds the shortcuts.
    func finish() {
        next.cancel()
        renewal.cancel()
        stopWatching()
        portal = nil
    }

    /// Notes that this process has come to host the broker, or no longer does; the loop's next step does the rest.
    func updateLater(_ delay: Duration = .zero) {
        guard !next.isSet else { return }
        next.set(on: application.loop, after: delay) { [weak self] in self?.update() }
    }

    private func update() {
        guard application.broker.isHost, !application.isClosed else { return finish() }
        startWatching()
        guard memory.wantsShortcuts else { return portal = nil }
        if portal == nil { bind() }
    }

    private func bind() {
        renewal.cancel()
        // The desktop may show a dialogue, which needs the keyboard.
        application.yieldKeyboard()
        do throws(PlatformError) {
            let portal = try ShortcutsPortal(application.desktop.buses, shortcuts: ShortcutAction.requests)
            portal.onReport = { [weak self] report in MainActor.assumeIsolated { self?.note(report) } }
            portal.onActivated = { [weak self] name, token in
                MainActor.assumeIsolated { self?.perform(name, token) }
            }
            portal.onEnd = { [weak self] in MainActor.assumeIsolated { self?.renewal.ended() } }
            self.portal = portal
        } catch {
            application.log.debug("no global shortcuts: \(error)")
            renewal.failed()
        }
    }

    private func note(_ report: ShortcutReport) {
        renewal.succeeded()
        switch report {
        case .bound(let shortcuts):
            application.log.debug("global shortcuts: \(shortcuts.map(\.id).joined(separator: ", "))")
            memory.remember(shortcuts.map { GlobalShortcut(name: $0.id, key: $0.trigger) })
        case .denied:
            application.log.notice("global shortcuts: \(report)")
            memory.rememberRefusal()
        case .gone: application.log.debug("global shortcuts: \(report)")
        case .unsupported, .failed, .closed: application.log.notice("global shortcuts: \(report)")
        }
    }

    private func perform(_ name: String, _ token: String?) {
        guard let action = ShortcutAction(rawValue: name) else { return }
        application.broker.command(action.command(activationToken: token)) { [log = application.log] failure in
            if let failure { log.info("\(name): \(failure)") }
        }
    }

    // MARK: The user's wish

    private func startWatching() {
        guard watch == nil, let folder = memory.watchedFolder, let events = try? DirectoryWatch(folder),
            let token = try? application.loop.eventLoop.watch(
                events.number, for: .readable,
                { [weak self] _ in
                    MainActor.assumeIsolated {
                        self?.watch?.events.clear()
                        self?.update()
                    }
                })
        else { return }
        watch = (events, token)
    }

    private func stopWatching() {
        if let watch { application.loop.eventLoop.remove(watch.token) }
        watch = nil
    }
}
