public import OrielMedia
package import OrielPlatform
public import OrielPlayer

/// A layer that shows frames the app makes: AVFoundation's `AVSampleBufferDisplayLayer`. It has no window; a
/// `SampleBufferView` or a `VideoCallContent` shows it.
///
/// Frames may be enqueued from any thread; the other members belong to the main actor unless they say otherwise. Each
/// frame is shown from its time on the `timebase` until that of the next one; the first frame is shown at once. If
/// several frames are due together, only the last is shown and the others are counted as dropped.
@MainActor
public final class SampleBufferDisplayLayer {
    /// The clock that times the frames. The app may set it from any thread.
    public nonisolated var timebase: Timebase { source.timebase }

    package let player: Player
    private nonisolated let source: SampleBufferSource
    /// The view's picture or call content that shows the layer.
    weak var sublayers: Sublayers?
    /// The place that the layer was last removed from.
    var origin: Sublayers.Origin?

    /// Makes a layer that nothing shows yet, driven by the stages' loop.
    /// - Parameter dmabufs: formats that the present presenter imports.
    /// - Throws: `StartError` if the system refuses a file descriptor.
    package init(on loop: MainLoop, _ dmabufs: DmabufFormats, name: String) throws(StartError) {
        do {
            source = try SampleBufferSource(name: name, dmabufs: dmabufs)
            player = Player(source: source)
            try player.attach(to: loop)
        } catch { throw StartError(refused: error) }
    }

    /// Makes a layer that no loop drives, for tests.
    package init(name: String) throws(StartError) {
        do {
            source = try SampleBufferSource(name: name)
            player = Player(source: source)
        } catch { throw StartError(refused: error) }
    }

    isolated deinit { player.close() }

    /// Adds a frame to the queue. Any thread; never blocks.
    /// - Throws: `timeNotLater` if the frame's time is not later than that of the frame before; `queueFull` if the
    ///   queue holds four times the recommended frames or bytes; `closed` after the end of the view that owns the
    ///   layer; `unsupportedDmabufFormat` if the current presenter can't show the frame's dmabuf. The frame is not
    ///   enqueued then.
    public nonisolated func enqueue(_ frame: SampleBuffer) throws(SampleBufferError) { try source.enqueue(frame) }

    /// Dmabuf formats that frames may have now, the best first: see `SampleBufferView.dmabufSupport`. Any thread.
    public nonisolated var dmabufSupport: [Dmabuf.Support] { source.dmabufSupport }

    /// Whether the queue is below the recommended length of eight frames or 128 MiB. Any thread.
    public nonisolated var isReadyForMoreMediaData: Bool { source.isReady }

    /// Calls `handler` whenever the queue wants more frames, until `stopRequestingMediaData`; also again after each
    /// shown frame if none were enqueued. Any thread.
    /// - Parameter handler: enqueues frames while `isReadyForMoreMediaData` is true; called on the main actor.
    public nonisolated func requestMediaDataWhenReady(_ handler: @escaping @MainActor @Sendable () -> Void) {
        source.ask(handler)
    }

    /// Stops the calls of the handler given to `requestMediaDataWhenReady`. Any thread.
    public nonisolated func stopRequestingMediaData() { source.ask(nil) }

    /// Drops the queued frames. The shown frame stays, and the next frame may have any time. Any thread.
    public nonisolated func flush() { source.flush() }

    /// Drops the queued frames and the shown one; the next frame is shown at once.
    public func flushAndRemoveImage() {
        source.flush()
        player.removePicture()
    }

    /// Counts of the layer's frames so far.
    public var statistics: PlayerStatistics { player.statistics }

    /// How the frames are fitted into the layer's area if the shapes differ.
    public var videoGravity: VideoGravity {
        get { player.pictureForm.gravity }
        set { player.pictureForm.gravity = newValue }
    }

    /// Removes the layer from the view or call content that shows it, whether it fills that or not.
    public func removeFromSuperlayer() { sublayers?.remove(self) }
}
