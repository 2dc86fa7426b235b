public import OrielPlatform
import SystemPackage

/// The desktop's settings for all programs (`org.freedesktop.portal.Settings`), kept up to date once the portal has
/// answered. Only for the loop's thread; the loop must outlive it.
public final class DesktopSettings {
    private let service: BusService
    private var isAnswered = false
    public private(set) var preferences = DesktopPreferences()

    /// Called once, when the portal has answered: with nil, or with the reason why there are no settings.
    public var onAnswer: (PlatformError?) -> Void = { _ in }

    /// Called when the portal has told values, which may have changed.
    public var onChange: () -> Void = {}

    private static let interface = "org.freedesktop.portal.Settings"

    /// Requests the settings from the portal, which the bus starts if necessary. The answer comes from the loop.
    /// Repeats the request when the portal restarts.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(_ buses: BusConnections) throws(PlatformError) {
        service = try buses.portal()
        let signal = BusService.Signal(path: DesktopPortal.path, interface: Self.interface, member: "SettingChanged")
        try service.listen(for: signal) { [unowned self] message in
            try? note(message, in: message.text())
            onChange()
        }
        service.onOwnerChange = { [unowned self] isOwned in if isOwned { try? ask() } }
        try ask()
    }

    private func ask() throws(PlatformError) {
        try service.call(DesktopPortal.path, Self.interface, "ReadAll", [.texts(DesktopPreferences.namespaces)]) {
            [unowned self] answer in
            let failure = read(answer)
            onChange()
            guard !isAnswered else { return }
            isAnswered = true
            onAnswer(failure)
        }
    }

    /// Reads `a{sa{sv}}`: namespaces, each with its keys and values.
    private func read(_ answer: Result<BusMessage, PlatformError>) -> PlatformError? {
        do throws(PlatformError) {
            let message = try answer.get()
            do throws(BusMessage.Malformed) {
                try message.dictionary(of: "a{sv}") { (namespace) throws(BusMessage.Malformed) in
                    try message.dictionary(of: "v") { (key) throws(BusMessage.Malformed) in
                        try note(message.variant(), of: key, in: namespace)
                    }
                }
            } catch { return PlatformError("ReadAll", .badMessage) }
            return nil
        } catch { return PlatformError("ReadAll", error.errno) }
    }

    /// Reads `sv`: a key and its value.
    private func note(_ message: BusMessage, in namespace: String) throws(BusMessage.Malformed) {
        let key = try message.text()
        try note(message.variant(), of: key, in: namespace)
    }

    private func note(_ value: String?, of key: String, in namespace: String) {
        if let value { preferences.note(value, of: key, in: namespace) }
    }
}
