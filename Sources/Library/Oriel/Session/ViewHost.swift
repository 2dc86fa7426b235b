import OrielWindows

/// A view as its parts see it.
@MainActor
protocol ViewHost: AnyObject {
    var application: Application { get }
    var scene: PlayerScene { get }
    var session: SessionPlayer { get }
    var playback: ViewPlayback { get }
    var isClosed: Bool { get }
}
