public import OrielMedia
import OrielPlatform
public import OrielPlayer

/// A picture of frames that an app makes, with no window of its own: AVFoundation's `AVSampleBufferDisplayLayer`. A
/// `SampleBufferView` or a `VideoCallContent` shows it.
///
/// Frames come from any thread, the rest belongs to the main actor. Each is seen from its time on the `timebase` until the next
/// one's; the first one at once. Of frames that are due together the last is seen, and the others are counted as dropped.
@MainActor
public final class SampleBufferDisplayLayer {
    /// The clock by which frames are seen; the app's to set, from any thread.
    public nonisolated var timebase: Timebase { source.timebase }

    package let player: Player
    private nonisolated let source: SampleBufferSource
    /// What it lies in: over a view's picture, or in a call's content.
    weak var sublayers: Sublayers?
    /// What it was taken out of last.
    var origin: Sublayers.Origin?

    /// Makes a layer that nothing shows yet, served by a stage's loop.
    /// - Throws: where the system refuses a descriptor.
    package init(on stage: Stage, name: String) throws(StartError) {
        do {
            source = try SampleBufferSource(name: name, dmabufs: stage.dmabufs)
            player = Player(source: source)
            try player.attach(to: stage.loop)
        } catch { throw StartError(refused: error) }
    }

    /// One that no loop serves, as a test wants it.
    package init(name: String) throws(StartError) {
        do {
            source = try SampleBufferSource(name: name)
            player = Player(source: source)
        } catch { throw StartError(refused: error) }
    }

    isolated deinit { player.close() }

    /// Adds a frame to those that wait for their time. Any thread, and never waits.
    /// - Throws: where its time is not later than that of the one before (`timeNotLater`), where four times as much waits as is good
    ///   (`queueFull`), after the end of the view whose picture it is (`closed`), and where what draws now can't show its dmabuf
    ///   (`unsupportedDmabufFormat`). The frame is not taken then.
    public nonisolated func enqueue(_ frame: SampleBuffer) throws(SampleBufferError) { try source.enqueue(frame) }

    /// Which dmabufs frames may be of now, the best first: see `SampleBufferView.dmabufSupport`. Any thread.
    public nonisolated var dmabufSupport: [Dmabuf.Support] { source.dmabufSupport }

    /// Whether fewer frames wait than are good: eight, or 128 MiB. Any thread.
    public nonisolated var isReadyForMoreMediaData: Bool { source.isReady }

    /// Asks for frames whenever more are wanted, until `stopRequestingMediaData`; again after each that was shown, though no more were
    /// added. Any thread.
    /// - Parameter handler: adds frames as long as `isReadyForMoreMediaData`.
    public nonisolated func requestMediaDataWhenReady(_ handler: @escaping @MainActor @Sendable () -> Void) {
        source.ask(handler)
    }

    /// Asks for no more frames. Any thread.
    public nonisolated func stopRequestingMediaData() { source.ask(nil) }

    /// Drops the frames that wait. The picture stays, and the next frame's time may be any. Any thread.
    public nonisolated func flush() { source.flush() }

    /// Drops the frames that wait and the picture; the next frame is seen at once.
    public func flushAndRemoveImage() {
        source.flush()
        player.removePicture()
    }

    /// Counts of its frames so far.
    public var statistics: PlayerStatistics { player.statistics }

    /// How it sits in its place where the shapes differ.
    public var videoGravity: PictureForm.Gravity {
        get { player.pictureForm.gravity }
        set { player.pictureForm.gravity = newValue }
    }

    /// Takes it out of what it lies in: over a view's picture, or in a call's content, whether it fills that or not.
    public func removeFromSuperlayer() { sublayers?.remove(self) }
}
