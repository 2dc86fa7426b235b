public import OrielWindows

/// The title, messages, controls and keys that the view has in common with a `PlayerView`.
extension SampleBufferView {
    /// The window's title; nil takes the last part of the application's id. See `PlayerView.title`.
    public var title: String? {
        get { view.title }
        set { view.title = newValue }
    }

    /// Decides about each message that Oriel is about to draw over the picture; see `PlayerView.messageFilter`.
    public var messageFilter: ((PlayerMessage) -> PlayerMessage?)? {
        get { view.messageFilter }
        set { view.messageFilter = newValue }
    }

    /// Shows a message of the app's own over the picture; see `PlayerView.showMessage`.
    /// - Parameters:
    ///   - text: the text; an empty one hides the message.
    ///   - place: in the corner, one line, or in the centre.
    ///   - time: how long.
    public func showMessage(
        _ text: String, at place: PlayerMessage.Place = .topLeft, for time: Duration = .seconds(3)
    ) {
        view.showMessage(text, at: place, for: time)
    }

    /// Hides the message over the picture, the app's or Oriel's.
    public func hideMessage() { view.hideMessage() }

    /// The controls that the overlay shows; see `PlayerView.pictureInPictureControls`.
    public var pictureInPictureControls: PictureInPictureControls {
        get { view.pictureInPictureControls }
        set { view.pictureInPictureControls = newValue }
    }

    /// Binds a key to a handler of the app's; see `PlayerView.bind(_:to:)`.
    public func bind(_ chord: KeyChord, to handler: (@MainActor () -> Void)?) { view.bind(chord, to: handler) }

    /// Receives changes of full screen, with the `PlayerView` behind this view; kept weakly.
    public var delegate: (any PlayerViewDelegate)? {
        get { view.delegate }
        set { view.delegate = newValue }
    }
}
