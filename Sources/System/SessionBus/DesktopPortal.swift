/// Names of the desktop portal, of its request objects and its interfaces, and the registration of a program with it.
enum DesktopPortal {
    static let name = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    /// Interface of the sessions that some of its interfaces make.
    static let session = "org.freedesktop.portal.Session"
    /// Interface of the properties of its interfaces.
    static let properties = "org.freedesktop.DBus.Properties"

    /// Returns the path of the object that answers a request, as `org.freedesktop.portal.Request` defines it.
    /// - Parameters:
    ///   - token: the request's `handle_token`.
    ///   - connection: unique name of the connection that sends the request.
    static func request(_ token: String, of connection: String) -> String {
        let sender = String(connection.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
        return "\(path)/request/\(sender)/\(token)"
    }

    /// Closes a request, and with it its dialogue or its effect.
    static func close(request path: String, with service: BusService) {
        try? service.call(path, "org.freedesktop.portal.Request", "Close", []) { _ in }
    }

    /// Names the program to the portal, which must be the connection's first call of it
    /// (`org.freedesktop.host.portal.Registry`, since 1.19.4). Otherwise the portal guesses, and often takes the
    /// terminal for the program. A failure has no effect: an older portal lacks the interface, and a sandbox names the
    /// program itself.
    /// - Parameter applicationID: name of the program's desktop entry.
    static func register(_ applicationID: String, with service: BusService) {
        try? service.call(
            path, "org.freedesktop.host.portal.Registry", "Register", [.text(applicationID), .options([])]
        ) { _ in }
    }
}
