public import OrielGeometry
public import OrielMedia
import OrielPictureInPicture
import OrielPlatform
public import OrielPlayer
public import OrielSurfaces
public import OrielWindows

/// Shows frames that an app makes, in a window or full screen and in Picture in Picture: a `SampleBufferDisplayLayer` in a window
/// of its own, and others over it.
///
///     let view = try SampleBufferView(in: application)
///     view.show()
///     try view.enqueue(SampleBuffer(.bgra, width: 640, height: 360, time: view.timebase.time) { planes in … })
///
/// Frames come from any thread, the rest belongs to the main actor. Each is seen from its time on the `timebase` until the next
/// one's; the first one at once. Of frames that are due together the last is seen, and the others are counted as dropped.
/// The application keeps the view until it is closed.
@MainActor
public final class SampleBufferView {
    /// The program it belongs to, which keeps it until it is closed.
    public let application: Application
    /// The clock by which frames are seen; the app's to set, from any thread.
    public nonisolated var timebase: Timebase { displayLayer.timebase }
    /// The view is closed, by its user, the program or a command; nothing of it can be seen any more.
    public var onClose: () -> Void = {}

    /// The picture that fills it.
    public nonisolated let displayLayer: SampleBufferDisplayLayer

    let view: PlayerView

    /// Makes it known to the session; `show` shows it, once there is a frame.
    /// - Parameters:
    ///   - application: keeps the view until it is closed.
    ///   - options: its name and its title are the last part of the application's id, unless they say others.
    /// - Throws: where the system refuses a descriptor, or the application has ended.
    public convenience init(
        in application: Application, options: PlayerView.Options = PlayerView.Options()
    ) throws(StartError) {
        try self.init(in: application, appWindow: nil, options: options)
    }

    /// Makes it known to the session, without a window of its own: it is seen in Picture in Picture alone, and beyond that in
    /// the app's window, as the app likes.
    /// - Parameters:
    ///   - application: keeps the view until it is closed.
    ///   - window: the app's, kept weakly; where it goes, restores are answered by nothing.
    ///   - options: its name is the last part of the application's id, unless they say another.
    /// - Throws: where the system refuses a descriptor, or the application has ended.
    public convenience init(
        in application: Application, window: any AppWindow, options: PlayerView.Options = PlayerView.Options()
    ) throws(StartError) {
        try self.init(in: application, appWindow: window, options: options)
    }

    private init(
        in application: Application, appWindow: (any AppWindow)?, options: PlayerView.Options
    ) throws(StartError) {
        self.application = application
        displayLayer = try SampleBufferDisplayLayer(in: application)
        view = try PlayerView(
            player: displayLayer.player, in: application, appWindow: appWindow, options: options)
        view.owner = self
        view.onClose = { [weak self] in self?.closed() }
    }

    // MARK: Frames

    /// Adds a frame to those that wait for their time. Any thread, and never waits.
    /// - Throws: where its time is not later than that of the one before (`timeNotLater`), where four times as much waits as is good
    ///   (`queueFull`), after the view's end (`closed`), and where what draws now can't show its dmabuf (`unsupportedDmabufFormat`). The
    ///   frame is not taken then.
    public nonisolated func enqueue(_ frame: SampleBuffer) throws(SampleBufferError) { try displayLayer.enqueue(frame) }

    /// Which dmabufs frames may be of now, the best first: those that the graphics driver draws where they lie, then those that the
    /// processor reads, of linear modifiers. Others are refused (`unsupportedDmabufFormat`). It is another list where something else
    /// draws, such as after a driver's failure. Any thread.
    public nonisolated var dmabufSupport: [Dmabuf.Support] { displayLayer.dmabufSupport }

    /// Whether fewer frames wait than are good: eight, or 128 MiB. False once the view is closed. Any thread.
    public nonisolated var isReadyForMoreMediaData: Bool { displayLayer.isReadyForMoreMediaData }

    /// Asks for frames whenever more are wanted, until `stopRequestingMediaData`; again after each that was shown, though no more were
    /// added. Any thread.
    /// - Parameter handler: adds frames as long as `isReadyForMoreMediaData`.
    public nonisolated func requestMediaDataWhenReady(_ handler: @escaping @MainActor @Sendable () -> Void) {
        displayLayer.requestMediaDataWhenReady(handler)
    }

    /// Asks for no more frames. Any thread.
    public nonisolated func stopRequestingMediaData() { displayLayer.stopRequestingMediaData() }

    /// Drops the frames that wait. The picture stays, and the next frame's time may be any. Any thread.
    public nonisolated func flush() { displayLayer.flush() }

    /// Drops the frames that wait and the picture; the next frame is seen at once.
    public func flushAndRemoveImage() { displayLayer.flushAndRemoveImage() }

    /// Counts of its frames so far.
    public var statistics: PlayerStatistics { view.player.statistics }

    // MARK: Pictures over it

    /// Puts a picture over the view's own and those that are there, in its window alone. One that lies in something else is taken out
    /// of it.
    /// - Parameters:
    ///   - layer: the picture; the view's own is ignored.
    ///   - frame: its part of `size`, whatever size the window has.
    ///   - size: what `frame` is a part of.
    public func addSublayer(_ layer: SampleBufferDisplayLayer, frame: Rect, in size: Size) {
        guard layer !== displayLayer else { return }
        view.scene.windowScene.sublayers.add(layer, at: Sublayers.Place(rect: frame, space: size))
    }

    /// The pictures over the view's own, from the lowest to the highest.
    public var sublayers: [SampleBufferDisplayLayer] { view.scene.windowScene.sublayers.entries.map(\.layer) }

    // MARK: Showing

    /// Shows it, where the window isn't the app's: at once, or with its first frame. A window that is there becomes full screen or a
    /// window again; a picture in Picture in Picture comes back as by its return button.
    public func show(_ mode: PlayerView.Mode = .window) { view.show(mode) }

    /// Whether its window is full screen, or comes back so.
    public var isFullScreen: Bool { view.isFullScreen }

    /// Ends it: its Picture in Picture as by `closePictureInPicture`, its window, its place in the session. Memory that frames
    /// keep is released. Nothing after the first call.
    public func close() { view.close() }

    /// Whether `close` was called, by whomever.
    public var isClosed: Bool { view.isClosed }

    private func closed() {
        onClose()
        onClose = {}
    }
}
