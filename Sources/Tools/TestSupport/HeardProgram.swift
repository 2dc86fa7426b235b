/// `oriel play` on a fake compositor, with a private PulseAudio whose channels are all recorded from the start.
package final class HeardProgram {
    package let server: SoundServer
    package let recording: SoundRecording
    package let compositor: FakeCompositor
    package let player: ChildProcess

    /// Starts the programs.
    /// - Parameters:
    ///   - arguments: options and media.
    ///   - channels: the device's number of channels: 2, or 6 for 5.1.
    package init(_ arguments: [String], channels: Int = 2) throws {
        server = try SoundServer(channels: channels)
        recording = try server.record(channels: channels)
        compositor = try FakeCompositor()
        player = try compositor.launch(
            Executable.built("oriel"), ["play", "--audio", "pulse", "--volume", "100"] + arguments,
            environment: server.environment)
    }

    deinit { stop() }

    /// Ends all programs. The recording stays.
    package func stop() {
        player.stop()
        compositor.stop()
        recording.stop()
        server.stop()
    }
}
