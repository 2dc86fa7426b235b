import Glibc
import Logging
import OrielPlatform
package import OrielSessionBus

/// Services of the user's desktop on the message buses: its settings, its lock and sleep, and its screen. Each may be
/// missing, which is only logged, because such sessions are common.
@MainActor
package final class DesktopServices {
    /// Connections to the message buses, for all parts of the application.
    package let buses: BusConnections
    private let log: Logger
    private var settings: DesktopSettings?
    private var login: LoginSession?
    private var inhibition: PortalInhibition?
    /// GNOME Shell's extension; nil where overlays are layer surfaces.
    private(set) var shell: ShellExtension?
    /// The scenes that want the screen to stay on.
    private var owners: Set<ObjectIdentifier> = []

    /// Called when the user's settings for all programs, such as light or dark, may have changed.
    package var onSettings: () -> Void = {}
    /// Called when the session was locked or unlocked, with true if it is locked.
    var onLock: (Bool) -> Void = { _ in }
    /// Whether the machine is about to sleep, or sleeps.
    package private(set) var isAsleep = false
    /// Called when `isAsleep` has changed.
    package var onSleep: () -> Void = {}

    init(loop: MainLoop, applicationID: String, log: Logger) {
        buses = BusConnections(loop: loop.eventLoop, applicationID: applicationID)
        self.log = log
    }

    /// The user's preferences for all programs; the usual ones where the desktop tells none.
    var preferences: DesktopPreferences { settings?.preferences ?? DesktopPreferences() }

    /// Asks the services. The answers come from the loop.
    func start(hasLayerShell: Bool) {
        readSettings()
        watchLogin()
        if !hasLayerShell { shell = try? ShellExtension(buses) }
    }

    func finish() {
        (settings, login, inhibition, shell) = (nil, nil, nil, nil)
        buses.finish()
    }

    /// Keeps the screen on by the desktop's portal while an owner wants it, since no surface can.
    func keepScreenOn(_ isWanted: Bool, for owner: AnyObject) {
        if isWanted { owners.insert(ObjectIdentifier(owner)) } else { owners.remove(ObjectIdentifier(owner)) }
        if inhibition == nil, !owners.isEmpty {
            inhibition = PortalInhibition(buses)
            inhibition?.onFailure = { [log] error in log.debug("the screen may go dark: \(error)") }
        }
        inhibition?.set(!owners.isEmpty)
    }

    private func readSettings() {
        do throws(PlatformError) {
            let settings = try DesktopSettings(buses)
            settings.onAnswer = { [log] error in if let error { log.debug("no desktop settings: \(error)") } }
            settings.onChange = { [weak self] in MainActor.assumeIsolated { self?.onSettings() } }
            self.settings = settings
        } catch { log.debug("no desktop settings: \(error)") }
    }

    /// Watches whether the session is locked. If logind is missing, `SessionWatch` still detects a lock by the outputs.
    private func watchLogin() {
        do throws(PlatformError) {
            let login = try LoginSession(
                buses, identifier: getenv("XDG_SESSION_ID").map { String(cString: $0) })
            login.onChange = { [weak self] isLocked in MainActor.assumeIsolated { self?.onLock(isLocked) } }
            login.onSleep = { [weak self] isAsleep in
                MainActor.assumeIsolated {
                    self?.isAsleep = isAsleep
                    self?.onSleep()
                }
            }
            login.onFailure = { [log] error in log.debug("no session's lock: \(error)") }
            self.login = login
        } catch { log.debug("no session's lock: \(error)") }
    }
}
