extension PictureInPictureController.ContentSource {
    /// The view that plays a medium; nil for a `SampleBufferView`.
    public var playerView: PlayerView? { (view as? PlayerView).flatMap { $0.showsFramesOfApp ? nil : $0 } }

    /// Makes a source of a view that plays a medium. The view's window is hidden during Picture in Picture and shown
    /// again after it.
    public init(playerView: PlayerView) { self.init(host: playerView.controllerHost, view: playerView) }

    /// Makes a source of a view, with the label of AVKit's layer.
    public init(playerLayer view: PlayerView) { self.init(playerView: view) }
}

extension PictureInPictureController {
    /// Makes a controller for a view, with the label of AVKit's layer.
    public convenience init?(playerLayer view: PlayerView) { self.init(contentSource: .init(playerView: view)) }
}
