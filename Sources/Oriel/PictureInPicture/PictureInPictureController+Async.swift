public import OrielPictureInPicture

/// The same verbs for callers that wait. The delegate hears the same as without.
extension PictureInPictureController {
    /// `startPictureInPicture()`, until the picture floats. Returns at once if it does already.
    /// - Throws: what *failedToStart* says; `cancelled` where the request was withdrawn.
    public func start() async throws(PictureInPictureError) { try await runner.start().get() }

    /// `stopPictureInPicture()`, until the picture is gone.
    /// - Returns: why it ended; nil if there was none, or if it stays after all (a swap that was called off).
    @discardableResult
    public func stop() async -> StopReason? { await runner.end(.stop) }

    /// `closePictureInPicture()`, until the picture is gone.
    /// - Returns: why it ended; nil if there was none.
    @discardableResult
    public func close() async -> StopReason? { await runner.end(.close) }

    /// `swapPictureInPicture()`, until both pictures are in their new places.
    /// - Throws: what the side that goes into Picture in Picture hears as *failedToStart*; `notPossible` where there is
    ///   nothing to change places with.
    public func swap() async throws(PictureInPictureError) {
        guard let host = runner.host else { throw .notPossible }
        let failure = await withCheckedContinuation { continuation in
            host.requestSwap { continuation.resume(returning: $0) }
        }
        if let failure { throw failure }
    }
}
