import OrielPlayer
import OrielSurfaces
import OrielWayland

/// The app's connections that views show their pictures on.
@MainActor
package final class SharedSessions {
    private let renderer: Renderer
    private let resources: StageResources
    private var sessions: [OpaquePointer: SharedSession] = [:]

    init(renderer: Renderer, resources: StageResources) {
        self.renderer = renderer
        self.resources = resources
    }

    /// The session on an app's display; a new one at its first use, and after the display was lost.
    func session(on display: OpaquePointer) throws(WaylandError) -> SharedSession {
        if let session = sessions[display], session.loss == nil, !session.connection.isGone { return session }
        let session = try SharedSession(display, renderer: renderer, resources: resources)
        sessions[display] = session
        return session
    }

    /// Frees the resources for a player.
    func forget(_ player: Player) { for session in sessions.values { session.stage?.forget(player) } }

    /// No view was ever on a connection of the app's.
    var isEmpty: Bool { sessions.isEmpty }

    /// The stages on the app's connections.
    var stages: [Stage] { sessions.values.compactMap(\.stage) }

    /// Ends the use of every connection. All pictures must be finished before.
    func finish() {
        for session in sessions.values { session.finish() }
        sessions = [:]
    }
}
