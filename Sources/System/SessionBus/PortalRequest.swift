/// One request to the desktop portal, and the object that answers it (`org.freedesktop.portal.Request`).
struct PortalRequest {
    /// Token from which the portal makes the object's path.
    let token = "oriel\(UInt64.random(in: 0...UInt64.max))"
    /// Path that the portal has returned; nil before that.
    var path: String?

    /// Path of the object that answers this request. Before the portal has returned it, the one that follows from the
    /// token, since a response may come first.
    /// - Parameter connection: unique name of the connection that has sent the request; nil if it isn't known yet.
    func path(for connection: String?) -> String? {
        path ?? connection.map { DesktopPortal.request(token, of: $0) }
    }
}
