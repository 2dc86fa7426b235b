package import OrielMedia
package import OrielPlatform
package import OrielPlayer

/// Frames of a source in PipeWire: a window or screen that the desktop shares, or a camera. Any thread.
///
/// A thread of its own receives the frames. Four are in use at most: those of them whose memory can't shrink stay where
/// the source wrote them, as long as it has two other buffers; the rest is copied. If four are in use, those that wait
/// are dropped for the newest. The source stops with `stop`, or once this object is released.
package final class PipeWireSource: Sendable {
    /// Receiver of the frames, on the source's thread.
    package struct Sink: Sendable {
        /// Returns the time at which a frame that comes now is shown.
        package let time: @Sendable () -> Duration
        /// Takes a frame.
        package let enqueue: @Sendable (SampleBuffer) throws(SampleBufferError) -> Void
        /// Drops the waiting frames.
        package let flush: @Sendable () -> Void

        package init(
            time: @escaping @Sendable () -> Duration,
            enqueue: @escaping @Sendable (SampleBuffer) throws(SampleBufferError) -> Void,
            flush: @escaping @Sendable () -> Void
        ) {
            self.time = time
            self.enqueue = enqueue
            self.flush = flush
        }
    }

    /// Frames that a receiver can use besides those in memory.
    package struct Wishes: Sendable {
        /// Asks for the pointer apart from the picture, and draws it over frames of four bytes a pixel.
        package var pointer = false
        /// Dmabufs that can be shown. Those that are drawn in place come before memory, the others after it.
        package var dmabufs: [Dmabuf.Support] = []
        /// Frames to ask a camera for; nil for a window or screen.
        package var camera: CameraForm?
        /// Time after which a source that is wanted ends if it has no format or memory for its frames, or if none of
        /// those that come can be shown.
        package var patience = Duration.seconds(8)

        package init() {}
    }

    /// Frames that a camera is asked for; it may send others.
    package struct CameraForm: Hashable, Sendable {
        package var width, height: Int
        /// Frames a second.
        package var rate: Int
        /// Whether compressed pictures (JPEG) of this size are better than others.
        package var isCompressed: Bool

        package init(width: Int, height: Int, rate: Int, isCompressed: Bool = false) {
            (self.width, self.height, self.rate, self.isCompressed) = (width, height, rate, isCompressed)
        }
    }

    private let receiver: PipeWireReceiver

    /// Begins to receive frames.
    /// - Parameters:
    ///   - remote: a connection to PipeWire that shows the source alone; nil for the user's PipeWire.
    ///   - node: the source's number there.
    ///   - name: the stream's name in PipeWire.
    ///   - wishes: what can be used besides frames in memory.
    ///   - sink: takes the frames.
    ///   - ended: called once, on the source's thread, with the reason; not before the last frame was taken.
    /// - Throws: `PlatformError` if the system refuses a thread or memory.
    package init(
        remote: consuming Descriptor?, node: UInt32, name: String, wishes: Wishes = Wishes(), sink: Sink,
        ended: @escaping @Sendable (PipeWireEnd) -> Void
    ) throws(PlatformError) {
        let receiver = PipeWireReceiver(
            remote: remote, node: node, name: name, wishes: wishes, sink: sink, ended: ended)
        self.receiver = receiver
        _ = try NamedThread("pipewire") { receiver.run() }
    }

    deinit { receiver.stop() }

    /// Suspends the frames, or lets them come again. The source learns that its frames aren't wanted.
    package func setActive(_ isActive: Bool) { receiver.setActive(isActive) }

    /// Ends the frames. Returns at once; `ended` follows.
    package func stop() { receiver.stop() }

    /// Number of frames that came and could not be shown, for diagnosis.
    package var dropped: Int { receiver.maker.counts.dropped }

    /// Number of frames that stayed in the source's memory, for diagnosis.
    package var kept: Int { receiver.maker.counts.kept }

    /// Number of frames that came and changed nothing of the shown part, for diagnosis.
    package var unchanged: Int { receiver.maker.counts.unchanged }
}
