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
            if let news = try? (namespace: message.text(), key: message.text(), value: message.value()) {
                note(news.value, of: news.key, in: news.namespace)
            }
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
            guard let namespaces = try? message.options() else { throw PlatformError("ReadAll", .badMessage) }
            for (namespace, settings) in namespaces {
                guard case .options(let settings) = settings else { continue }
                for setting in settings { note(setting.value, of: setting.name, in: namespace) }
            }
            return nil
        } catch { return PlatformError("ReadAll", error.errno) }
    }

    private func note(_ value: BusArgument, of key: String, in namespace: String) {
        if let value = value.plain { preferences.note(value, of: key, in: namespace) }
    }
}
