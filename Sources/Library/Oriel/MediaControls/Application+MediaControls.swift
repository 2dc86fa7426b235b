extension Application {
    /// Name for people under which the program is among the desktop's media players (MPRIS): media keys, panels and
    /// headsets control the view that is heard, or else one that plays. nil, the default, for none.
    ///
    /// Desktops take the program's icon from the desktop entry that the application's id names. Without a message bus
    /// nothing happens. `PlayerView.nowPlayingInfo` names what is played.
    public var mediaControlsName: String? {
        get { mediaControls?.identity }
        set {
            guard newValue != mediaControlsName else { return }
            mediaControls?.finish()
            mediaControls = isClosed ? nil : newValue.map { MediaControls(self, identity: $0) }
        }
    }
}
