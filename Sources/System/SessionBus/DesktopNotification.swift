import OrielPlatform

/// A notification of the desktop (`org.freedesktop.Notifications`), for a program that can show no window.
public enum DesktopNotification {
    private static let name = "org.freedesktop.Notifications"
    /// Longest text, in characters.
    private static let longest = 1000

    /// Shows a notification, and waits until the desktop has taken it. Blocks, so only for a program that is about to
    /// end.
    /// - Parameters:
    ///   - desktopEntry: name of the program's desktop entry, without `.desktop`; also of its icon.
    ///   - address: address of the bus; nil for the user's bus.
    ///   - limit: longest wait.
    /// - Returns: whether the desktop has taken it.
    @discardableResult
    public static func show(
        _ title: String, _ text: String, desktopEntry: String, address: String? = nil,
        within limit: Duration = .seconds(2)
    ) -> Bool {
        let deadline = MonotonicClock.now + limit
        do throws(PlatformError) {
            let loop = try EventLoop()
            let bus = try SessionBus(loop: loop, address: address)
            defer { bus.close() }
            let service = try BusService(name, on: bus)
            var isShown: Bool?
            try service.call(
                "/org/freedesktop/Notifications", name, "Notify",
                [
                    .text(title), .number(0), .text(desktopEntry), .text(title), .text(escaped(text)), .texts([]),
                    .options([.init("desktop-entry", .text(desktopEntry))]), .signed(-1),
                ]
            ) { isShown = (try? $0.get()) != nil }
            while isShown == nil, MonotonicClock.now < deadline { loop.turn(limit: deadline - MonotonicClock.now) }
            return withExtendedLifetime(service) { isShown == true }
        } catch { return false }
    }

    /// Desktops may read markup in a notification's text.
    private static func escaped(_ text: String) -> String {
        text.prefix(longest).reduce(into: "") { result, letter in
            switch letter {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\0": break
            default: result.append(letter)
            }
        }
    }
}
