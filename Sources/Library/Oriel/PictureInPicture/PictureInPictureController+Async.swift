public import OrielPictureInPicture

/// Asynchronous forms of the controller's actions. The delegate receives the same callbacks.
extension PictureInPictureController {
    /// Calls `startPictureInPicture()` and waits for *didStart*. Returns at once if Picture in Picture is active.
    /// - Throws: the error of *failedToStart*; `cancelled` if the request was withdrawn.
    public func start() async throws(PictureInPictureError) { try await runner.start().get() }

    /// Calls `stopPictureInPicture()` and waits for *didStop*.
    /// - Returns: the reason of the end; nil if there was no Picture in Picture, or if it goes on because a swap was
    ///   cancelled.
    @discardableResult
    public func stop() async -> StopReason? { await runner.end(.stop) }

    /// Calls `closePictureInPicture()` and waits for *didStop*.
    /// - Returns: the reason of the end; nil if there was no Picture in Picture.
    @discardableResult
    public func close() async -> StopReason? { await runner.end(.close) }

    /// Calls `swapPictureInPicture()` and waits until both views are in their new places.
    /// - Throws: the error of *failedToStart* on the side that enters Picture in Picture; `notPossible` if there is no
    ///   view to swap with.
    public func swap() async throws(PictureInPictureError) {
        guard let host = runner.host else { throw .notPossible }
        let failure = await withCheckedContinuation { continuation in
            host.requestSwap { continuation.resume(returning: $0) }
        }
        if let failure { throw failure }
    }
}
