import OrielPictureInPicture

/// How a view stands with its controller, with the session's other players and with its user.
struct SessionStanding {
    /// Where the controller hears of the world; nowhere without one.
    var send: @MainActor (PictureInPictureSession.Event) -> Void = { _ in }
    /// The same, once the view is closed: what its session still asks for is answered there.
    var answer: @MainActor (PictureInPictureSession.Event) -> Void = { _ in }
    /// What the controller's session showed last.
    var report: PictureInPictureSession.Report?
    /// What the present broker said last.
    var slot: SlotStatus?
    /// Whether there is another picture to change places with, as the broker knows; nil where it doesn't say.
    var isOfferedSwap: Bool?
    /// What `oriel watch` heard of it last.
    var isPossible = false
    /// What the controller was told last of whether there may be Picture in Picture.
    var isSupported = true
    /// The number of its overlay, or of the last.
    var overlay: UInt32 = 0
    /// The number of the window that came last out of Picture in Picture.
    var window: UInt32 = 0
    /// Its medium is open.
    var isReady = false
    /// Nobody sees its window.
    var isHidden = false
    var isFocused = false
    var focusTime: Duration?
    /// When a key, a button or a command last did something to it.
    var lastUserAction: Duration?
}
