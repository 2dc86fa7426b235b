import OrielWindows

/// The view that requests are carried out on.
@MainActor
protocol ViewRequestsHost: AnyObject {
    var application: Application { get }
    var scene: PlayerScene { get }
    var session: SessionPlayer { get }
    var playback: ViewPlayback { get }
    var controllerHost: ControllerHost { get }
    var display: OnScreenDisplay { get }
    var isClosed: Bool { get }
    /// The requests of all of the program's views.
    var siblings: [ViewRequests] { get }
    /// Returns the time to seek to when the user seeks; nil for the user's time.
    var timeToSeekAfterUserNavigated: ((_ oldTime: Duration, _ targetTime: Duration) -> Duration)? { get }
    /// The rows that the app adds to the menu.
    var transportBarCustomMenuItems: [MenuElement] { get }
    /// The page that stands in the window in place of the video.
    var page: ViewPage? { get }
    func close()
}
