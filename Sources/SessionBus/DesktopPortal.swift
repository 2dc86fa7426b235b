/// Names of the desktop portal and of its request objects. Pure.
enum DesktopPortal {
    static let name = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"

    /// Returns the path of the object that answers a request, as `org.freedesktop.portal.Request` defines it.
    /// - Parameters:
    ///   - token: the request's `handle_token`.
    ///   - connection: unique name of the connection that sends the request.
    static func request(_ token: String, of connection: String) -> String {
        let sender = String(connection.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
        return "\(path)/request/\(sender)/\(token)"
    }
}
