import Glibc
package import OrielAudioOutput
package import OrielMedia
package import OrielPlatform
package import OrielTransport

/// A player's sound: its volume, and the device's time for the player's clock. Main actor only.
@MainActor
package final class PlayerSound {
    package let output: AudioOutput
    /// Signalled when the device has news.
    package let news: Wakeup
    package var level: SoundLevel { didSet { output.setGain(factor) } }
    /// Gain that the session sets, 0 to 1.
    package private(set) var gain = 1.0
    /// Delay of sound against video.
    package var delay: Duration
    /// Lead of sound over video at the device's last report.
    package private(set) var offset = Duration.zero
    /// Whether the lack of a device was reported.
    private var saidLack = false
    private var isRunning = false
    private var runningSince = Duration.zero

    /// - Parameter sink: the sound's destination; not `none`.
    package init(
        _ sink: AudioSink, level: SoundLevel = SoundLevel(), delay: Duration = .zero
    ) throws(PlatformError) {
        news = try Wakeup()
        output = try AudioOutput(sink, news: news)
        self.level = level
        self.delay = delay
        output.setGain(factor, ramp: .zero)
    }

    /// Whether the samples' factor is above zero.
    package var isAudible: Bool { factor > 0 }

    /// Factor of the samples. It is the cube of the volume, as in desktops' own sliders, since loudness is perceived
    /// so.
    private var factor: Float {
        guard !level.isMuted else { return 0 }
        let volume = Double(level.volume) / 100
        return Float(volume * volume * volume * gain)
    }

    /// Sets the session's gain, 0 to 1.
    package func setGain(_ gain: Double, ramp: Duration = .milliseconds(50)) {
        self.gain = min(max(gain, 0), 1)
        output.setGain(factor, ramp: ramp)
    }

    /// Starts or stops the output with the player's clock.
    /// - Parameters:
    ///   - generation: the generation that the clock's time belongs to.
    ///   - isWanted: whether sound is played, audible or only kept in step.
    package func follow(_ clock: PlaybackClock, generation: Int, isWanted: Bool, at now: Duration) {
        guard isWanted else {
            isRunning = false
            return output.halt()
        }
        if !isRunning { runningSince = now }
        isRunning = true
        // Sound that is delayed has an earlier media time.
        var heard = clock
        heard.set(media: clock.mediaTime(at: now) - delay, at: now)
        output.run(heard, generation: generation)
    }

    /// Returns the device's last report as the transport's event; nil if there is none that applies.
    package func takeReport(_ clock: PlaybackClock) -> Transport.Event? {
        guard let report = output.takeReport(), isRunning, report.host >= runningSince,
            report.stamp.speed == clock.speed
        else { return nil }
        let media = report.stamp.time + delay
        offset = media - clock.mediaTime(at: report.host)
        return .device(media: media, generation: report.stamp.generation, host: report.host)
    }

    /// Ignores reports of the device from before a host time.
    package func forgetReports(before time: Duration) { runningSince = max(runningSince, time) }

    /// Returns true once each time that no device can play the sound.
    package func takeLack() -> Bool {
        let (said, lacks) = (saidLack, output.lacksDevice)
        saidLack = lacks
        return lacks && !said
    }

    package func close() { output.close() }
}
