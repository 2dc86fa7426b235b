import Logging
public import OrielGeometry
public import OrielMedia
public import OrielPlayer
public import OrielSurfaces
public import OrielWayland
public import OrielWindows

/// View that shows frames which an app makes, in a window, full screen and in Picture in Picture: a
/// `SampleBufferDisplayLayer` in a window of its own, with others above it.
///
///     let view = try SampleBufferView(in: application)
///     view.show()
///     try view.enqueue(SampleBuffer(.bgra, width: 640, height: 360, time: view.timebase.time) { planes in … })
///
/// Frames may come from any thread; everything else belongs to the main actor. Each frame is shown from its time on the
/// `timebase` until the next one's; the first one at once. If several frames are due together, the last is shown and
/// the others count as dropped. The view's window, overlay, keys and messages are those of every `PlayerView`.
public final class SampleBufferView: PlayerView {
    /// The clock that frames are shown by; the app may set it, from any thread.
    public nonisolated var timebase: Timebase { displayLayer.timebase }
    /// The layer that fills the view.
    public nonisolated let displayLayer: SampleBufferDisplayLayer

    /// The player of the frames. Another one is refused, with a line in the log.
    override public var player: Player {
        get { super.player }
        set { application.log.error("a SampleBufferView keeps the player of its frames") }
    }

    override var showsFramesOfApp: Bool { true }

    /// Makes a view and registers it with the session. `show` displays it, once it has a frame.
    /// - Parameters:
    ///   - application: keeps the view until it is closed.
    ///   - options: the view's options. Name and title are by default the last part of the application's id.
    /// - Throws: `StartError` if the system refuses a file descriptor, or if the application has ended.
    public convenience init(
        in application: Application, options: PlayerView.Options = PlayerView.Options()
    ) throws(StartError) {
        try self.init(in: application, choice: .own, options: options)
    }

    /// Makes a view without a window of Oriel's, and registers it with the session. Oriel shows its frames in Picture
    /// in Picture only; the app may show them in its own window.
    /// - Parameters:
    ///   - application: keeps the view until it is closed.
    ///   - window: the app's window; kept weakly. Once it is gone, a restore ends without showing a window.
    ///   - options: the view's options. The name is by default the last part of the application's id.
    /// - Throws: `StartError` if the system refuses a file descriptor, or if the application has ended.
    public convenience init(
        in application: Application, window: any AppWindow, options: PlayerView.Options = PlayerView.Options()
    ) throws(StartError) {
        try self.init(in: application, choice: .app(window), options: options)
    }

    /// Makes a view whose frames are shown inside a surface of the app's; see
    /// `PlayerView.init(player:in:surface:frame:window:options:)`.
    /// - Throws: `StartError` if the pointers are of other objects, if the display isn't connected, if the system
    ///   refuses a file descriptor, or if the application has ended.
    public convenience init(
        in application: Application, surface: AppSurface, frame: Rect, window: (any AppWindow)? = nil,
        options: PlayerView.Options = PlayerView.Options()
    ) throws(StartError) {
        let inline = try InlinePicture(in: surface, frame: frame, window: window, of: application)
        do throws(StartError) { try self.init(in: application, choice: .inline(inline), options: options) } catch {
            inline.end()
            throw error
        }
    }

    private init(
        in application: Application, choice: WindowChoice, options: PlayerView.Options
    ) throws(StartError) {
        displayLayer = try SampleBufferDisplayLayer(in: application)
        try super.init(player: displayLayer.player, in: application, window: choice, options: options)
    }

    // MARK: Frames

    /// Adds a frame to the queue. Any thread; never blocks.
    /// - Throws: `timeNotLater` if the frame's time is not later than that of the one before, `queueFull` if four times
    ///   the wanted number of frames waits, `closed` after the view has closed, and `unsupportedDmabufFormat` if the
    ///   present renderer can't show its dmabuf. The frame is not queued then.
    public nonisolated func enqueue(_ frame: SampleBuffer) throws(SampleBufferError) { try displayLayer.enqueue(frame) }

    /// Dmabuf formats that frames may have now, the best first: those that the graphics driver draws in place, then
    /// those with linear modifiers that the processor reads. Others are refused (`unsupportedDmabufFormat`). The list
    /// changes with the renderer, for example after a driver's failure. Any thread.
    public nonisolated var dmabufSupport: [Dmabuf.Support] { displayLayer.dmabufSupport }

    /// Whether more frames are wanted: fewer than eight wait, with less than 128 MiB. False once the view is closed.
    /// Any thread.
    public nonisolated var isReadyForMoreMediaData: Bool { displayLayer.isReadyForMoreMediaData }

    /// Calls a handler whenever more frames are wanted, until `stopRequestingMediaData`; again after each frame that
    /// was shown, even if no frame was added. Any thread.
    /// - Parameter handler: adds frames as long as `isReadyForMoreMediaData`; called on the main actor.
    public nonisolated func requestMediaDataWhenReady(_ handler: @escaping @MainActor @Sendable () -> Void) {
        displayLayer.requestMediaDataWhenReady(handler)
    }

    /// Stops the calls of `requestMediaDataWhenReady`'s handler. Any thread.
    public nonisolated func stopRequestingMediaData() { displayLayer.stopRequestingMediaData() }

    /// Drops the waiting frames. The shown frame stays, and the next frame may have any time. Any thread.
    public nonisolated func flush() { displayLayer.flush() }

    /// Drops the waiting frames and the shown one. The next frame is shown at once.
    public func flushAndRemoveImage() { displayLayer.flushAndRemoveImage() }

    /// Counts of the view's frames so far.
    public var statistics: PlayerStatistics { displayLayer.player.statistics }

    // MARK: Sublayers

    /// Adds a layer above the view's own layer and those added before, in the view's window only. A layer that is part
    /// of something else is removed from it. The first 64 are shown; the log says once that later ones are left out.
    /// - Parameters:
    ///   - layer: the layer; the view's own is ignored.
    ///   - frame: the layer's rectangle within `size`; it scales with the window.
    ///   - size: the size that `frame` refers to.
    public func addSublayer(_ layer: SampleBufferDisplayLayer, frame: Rect, in size: Size) {
        guard layer !== displayLayer else { return }
        scene.windowScene.sublayers.add(layer, at: Sublayers.Place(rect: frame, space: size))
    }

    /// The layers above the view's own, from the lowest to the highest.
    public var sublayers: [SampleBufferDisplayLayer] { scene.windowScene.sublayers.entries.map(\.layer) }
}
