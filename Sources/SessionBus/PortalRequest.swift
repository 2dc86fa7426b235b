/// One request to the desktop portal, and the object that answers it (`org.freedesktop.portal.Request`).
struct PortalRequest {
    /// Token from which the portal makes the object's path.
    let token = "oriel\(UInt64.random(in: 0...UInt64.max))"
    /// Path that the portal has returned; nil before that.
    var path: String?

    /// Whether a response at an object's path answers this request. Before the portal has returned the path, the one
    /// that follows from the token counts: a response may come first.
    /// - Parameter connection: unique name of the connection that has sent the request; nil if it isn't known yet.
    func isAnswered(at path: String?, for connection: String?) -> Bool {
        guard let path else { return false }
        if let known = self.path { return path == known }
        return connection.map { path == DesktopPortal.request(token, of: $0) } ?? false
    }
}
