import OrielTransport

/// Seeks, with AVPlayer's names.
///
/// A seek is exact: it leads to the frame that is shown at the time, however wide the tolerances are. A time before the
/// beginning counts as zero, one behind the end as the end. A live HLS stream can be sought in as far as its server
/// still has it; its time zero is the oldest part that the server had when it was opened.
extension Player {
    /// Seeks to a media time; the present frame stays until the frame of that time is there (`Change.landed`).
    public func seek(to time: Duration) { seek(.seek(time.onClocks)) }

    /// Seeks to a media time and waits until its frame is there.
    /// - Returns: false if the seek did not land: another seek or another item came before, the medium failed, or it
    ///   can't be sought in.
    @discardableResult
    public func seek(to time: Duration) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time) { continuation.resume(returning: $0) }
        }
    }

    /// Seeks to a media time.
    /// - Parameters:
    ///   - time: the media time.
    ///   - completionHandler: called once, later, from the loop: with true when the frame of that time is there, with
    ///     false if the seek did not land: another seek or another item came before, the medium failed, or it can't be
    ///     sought in.
    public func seek(to time: Duration, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void) {
        seek(.seek(time.onClocks), completionHandler)
    }

    /// Seeks to a media time, exactly.
    /// - Parameters:
    ///   - time: the media time.
    ///   - toleranceBefore: any value; an exact seek is within it.
    ///   - toleranceAfter: any value; an exact seek is within it.
    public func seek(to time: Duration, toleranceBefore: Duration, toleranceAfter: Duration) { seek(to: time) }

    /// Seeks to a media time, exactly, and waits until its frame is there.
    /// - Parameters:
    ///   - time: the media time.
    ///   - toleranceBefore: any value; an exact seek is within it.
    ///   - toleranceAfter: any value; an exact seek is within it.
    /// - Returns: false if the seek did not land; see `seek(to:)`.
    @discardableResult
    public func seek(to time: Duration, toleranceBefore: Duration, toleranceAfter: Duration) async -> Bool {
        await seek(to: time)
    }

    /// Seeks to a media time, exactly.
    /// - Parameters:
    ///   - time: the media time.
    ///   - toleranceBefore: any value; an exact seek is within it.
    ///   - toleranceAfter: any value; an exact seek is within it.
    ///   - completionHandler: receives whether the seek landed; see `seek(to:completionHandler:)`.
    public func seek(
        to time: Duration, toleranceBefore: Duration, toleranceAfter: Duration,
        completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Sends an event that seeks, which leaves the seek before it incomplete.
    func seek(_ event: Transport.Event, _ completionHandler: SeekWaiters.Handler? = nil) {
        let playsOn = hasEnded && face.playsOnFromEnd
        face.seeks.begin(completionHandler)
        send(event)
        // A source of the app's frames doesn't seek, and may not answer.
        if transport.phase == .failed { face.seeks.end(false) }
        if playsOn { send(.resume) }
    }
}
