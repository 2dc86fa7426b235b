/// Names of the desktop portal, and of its requests. Pure.
enum DesktopPortal {
    static let name = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"

    /// Path of the object that answers a request, as `org.freedesktop.portal.Request` defines it.
    /// - Parameters:
    ///   - token: the request's (`handle_token`).
    ///   - connection: unique name of the connection that makes it.
    static func request(_ token: String, of connection: String) -> String {
        let sender = String(connection.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
        return "\(path)/request/\(sender)/\(token)"
    }
}
