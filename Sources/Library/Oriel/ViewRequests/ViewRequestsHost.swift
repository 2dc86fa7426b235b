/// The view that requests are carried out on.
@MainActor
protocol ViewRequestsHost: ViewHost {
    var controllerHost: ControllerHost { get }
    var display: OnScreenDisplay { get }
    /// The requests of all of the program's views.
    var siblings: [ViewRequests] { get }
    /// Returns the time to seek to when the user seeks; nil for the user's time.
    var timeToSeekAfterUserNavigated: ((_ oldTime: Duration, _ targetTime: Duration) -> Duration)? { get }
    /// The app's rows in the menu, and its page.
    var appRows: AppRows { get }
    /// Lets the user choose a part of the video.
    /// - Returns: false if the view has no window's picture to choose from.
    func chooseCrop() -> Bool
    func close()
}
