package import OrielMedia
package import OrielPlatform

/// Destination of a pipeline's audio, which takes it as fast as it is played. Called by the audio decode thread, which
/// waits for room by itself.
package protocol AudioRenderer: AnyObject, Sendable {
    /// Returns the format in which the samples are wanted. Called before the first samples of each medium; may take
    /// half a second.
    /// - Parameters:
    ///   - rate: the medium's samples per second.
    ///   - channels: the medium's number of channels.
    func prepare(rate: Int, channels: Int) -> AudioFormat
    /// Takes as much of `buffer` as there is room for, from the frame `offset` on. Returns the number of frames taken.
    func enqueue(_ buffer: AudioBuffer, from offset: Int) -> Int
    /// Requests a signal of `roomWakeup` once there is room for more than a few frames.
    func requestRoom()
    /// Signalled after `requestRoom` once there is room. May be another object each time.
    var roomWakeup: Wakeup { get }
    /// Discards samples of epochs before this one. Any thread; never waits.
    func flush(before epoch: Int)
    /// Reports that all audio of an epoch was delivered.
    func finish(_ epoch: Int)
}

extension AudioRenderer {
    /// Does nothing, which suits most renderers.
    package func finish(_ epoch: Int) {}
}
