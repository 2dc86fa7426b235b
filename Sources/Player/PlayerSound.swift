import Glibc
package import OrielAudioOutput
package import OrielMedia
package import OrielPlatform
package import OrielTransport

/// A player's sound: its volume, and the device's time for the player's clock. Main thread.
@MainActor
package final class PlayerSound {
    package let output: AudioOutput
    /// Signalled when the device has news.
    package let news: Wakeup
    /// Per cent.
    package private(set) var volume: Int
    package private(set) var isMuted: Bool
    /// The session's part of the level, 0 to 1.
    package private(set) var gain = 1.0
    /// How much later sound is heard than the picture is seen that it belongs to.
    package var delay: Duration
    /// How far sound was ahead of the picture when the device told last.
    package private(set) var offset = Duration.zero
    private var isRunning = false
    private var runningSince = Duration.zero

    /// - Parameter sink: where it goes; not `none`.
    package init(_ sink: AudioSink, volume: Int = 100, isMuted: Bool = false, delay: Duration = .zero)
        throws(PlatformError)
    {
        news = try Wakeup()
        output = try AudioOutput(sink, news: news)
        self.volume = PlaybackLimits.volume.nearest(to: volume)
        self.isMuted = isMuted
        self.delay = delay
        output.setGain(level, ramp: .zero)
    }

    /// Whether anyone could hear it.
    package var isAudible: Bool { level > 0 }

    /// What samples are multiplied by. Loudness is felt by the cube, as desktops' own sliders have it.
    private var level: Float {
        guard !isMuted else { return 0 }
        let volume = Double(volume) / 100
        return Float(volume * volume * volume * gain)
    }

    package func setVolume(_ volume: Int) {
        self.volume = PlaybackLimits.volume.nearest(to: volume)
        output.setGain(level)
    }

    package func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        output.setGain(level)
    }

    /// The session's word on how loud it may be, 0 to 1.
    package func setGain(_ gain: Double, ramp: Duration = .milliseconds(50)) {
        self.gain = min(max(gain, 0), 1)
        output.setGain(level, ramp: ramp)
    }

    /// The player's clock runs so, or stands.
    /// - Parameter isWanted: sound shall be heard, or at least kept in step.
    package func follow(_ clock: PlaybackClock, isWanted: Bool, at now: Duration) {
        guard isWanted else {
            isRunning = false
            return output.halt()
        }
        if !isRunning { runningSince = now }
        isRunning = true
        // What is heard later than it is seen is of an earlier time.
        var heard = clock
        heard.set(media: clock.mediaTime(at: now) - delay, at: now)
        output.run(heard)
    }

    /// The device's last word as the transport takes it; nil where there is none that counts.
    package func takeReport(_ clock: PlaybackClock) -> Transport.Event? {
        guard let report = output.takeReport(), isRunning, report.host >= runningSince,
            report.stamp.speed == clock.speed
        else { return nil }
        let media = report.stamp.time + delay
        offset = media - clock.mediaTime(at: report.host)
        return .device(media: media, generation: report.stamp.generation, host: report.host)
    }

    package func close() { output.close() }
}
