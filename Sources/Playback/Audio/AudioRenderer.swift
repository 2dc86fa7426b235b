package import OrielMedia
package import OrielPlatform

/// Where a pipeline's sound goes: takes it as fast as it is heard. The decode thread of the sound calls it, and waits by
/// itself where there is no room.
package protocol AudioRenderer: AnyObject, Sendable {
    /// The form in which a medium's samples are wanted. Called before the first of each medium; may take half a second.
    /// - Parameters:
    ///   - rate: the medium's, in samples a second.
    ///   - channels: the medium's.
    func prepare(rate: Int, channels: Int) -> AudioFormat
    /// Takes as much of `buffer` as there is room for, from the `offset`th frame on; answers how many frames that was.
    func enqueue(_ buffer: AudioBuffer, from offset: Int) -> Int
    /// Asks for a signal of `roomWakeup` once there is room for more than a little.
    func requestRoom()
    /// See `requestRoom`. It may be another one each time.
    var roomWakeup: Wakeup { get }
    /// Samples of epochs before this one are not to be heard any more. Any thread; never waits.
    func flush(before epoch: Int)
    /// All sound of this epoch was given.
    func finish(_ epoch: Int)
}

extension AudioRenderer {
    /// Most have nothing to do then.
    package func finish(_ epoch: Int) {}
}
