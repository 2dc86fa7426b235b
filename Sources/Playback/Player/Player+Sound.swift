import Logging
import OrielAudioOutput
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielTransport

/// Volume, muting and synchronisation of sound.
extension Player {
    /// Volume, 0 to 1.3, where 1 is the medium's own: `AVPlayer.volume`, which ends at 1. Kept for a medium without
    /// sound, in steps of 0.01. A value below 0 counts as 0, one above 1.3 as 1.3, and one above 2, which was meant in
    /// per cent, as 1; one that is no number has no effect.
    public var volume: Float {
        get { observed(\.volume, Float(level.volume) / 100) }
        set {
            guard !newValue.isNaN else { return }
            if newValue > 2 { Self.log.notice("the volume \(newValue) counts as 1, the medium's own") }
            volumePercent = newValue > 2 ? 100 : Int((max(newValue, 0) * 100).rounded())
        }
    }

    /// Volume in per cent, 0 to 130; 100 is the medium's own. Kept for a medium without sound.
    package var volumePercent: Int {
        get { observed(\.volumePercent, level.volume) }
        set {
            guard newValue != volumePercent else { return }
            level.volume = newValue
            soundChanged()
        }
    }

    /// Whether sound is muted, independent of the volume.
    public var isMuted: Bool {
        get { observed(\.isMuted, level.isMuted) }
        set {
            guard newValue != isMuted else { return }
            level.isMuted = newValue
            soundChanged()
        }
    }

    /// Delay of sound against video, at most 10 seconds either way; for devices that don't report their latency.
    public var audioDelay: Duration {
        get { observed(\.audioDelay, sound?.delay ?? .zero) }
        set {
            sound?.delay = PlaybackLimits.audioDelay.nearest(to: newValue)
            soundChanged()
        }
    }

    /// Whether sound is audible now, as far as this process knows.
    package var isAudible: Bool {
        guard let sound, source.description.audio != nil else { return false }
        return !transport.isPaused && sound.isAudible && sound.output.isConnected
    }

    /// Whether sound would be audible if the session allowed it: the player plays, has sound and isn't muted.
    package var wantsToBeHeard: Bool {
        guard sound != nil, !transport.isPaused, source.description.audio != nil else { return false }
        return !level.isMuted && level.volume > 0
    }

    /// Sets the gain that the session gives this player among others, 0 to 1.
    package func setGain(_ gain: Double) {
        guard let sound, sound.gain != gain else { return }
        sound.setGain(gain)
        soundChanged()
    }

    /// Handles a report of the sound device: its time, or that it was connected or lost.
    package func soundHasNews() {
        guard let sound else { return }
        if sound.takeLack(), let item = currentItem {
            let loss = MediaError(.cut("no sound: the sound server can't be reached"), item.location)
            for handler in onLoss { handler(loss) }
        }
        let wasFollowing = transport.followsDevice
        if let event = sound.takeReport(transport.clock) {
            send(event)
        } else if wasFollowing, !sound.output.isConnected {
            send(.deviceGone)
        } else {
            followSound()
        }
    }

    /// Handles a change of level, delay or track.
    func soundChanged() {
        let wasSilent = isSilent
        followSound()
        // While neither visible nor audible, sound was halted.
        if wasSilent, !isSilent { send(.rejoin) }
        notify(.sound)
    }

    /// Whether skipped frames can be decoded again by a seek.
    var canRejoin: Bool {
        let state = source.state
        return state.isSeekable && !state.isLive && state.duration != nil && !state.isGrowing
    }

    /// Makes sound follow the clock. While frames aren't visible, they don't delay sound.
    func followSound() {
        guard let sound else { return }
        let now = now()
        let isSeen = transport.isSeen(at: now)
        isSilent = !isSeen && !sound.isAudible
        noticeStops()
        let isPlaying = transport.phase == .playing && !transport.isPaused && !transport.clock.isPaused
        sound.follow(
            transport.clock, generation: transport.clockGeneration, isWanted: isPlaying && !isSilent, at: now)
        let wantsFrames = isSeen || !isPlaying || !canRejoin
        guard wantsFrames != source.settings.wantsFrames else { return }
        source.settings.wantsFrames = wantsFrames
    }
}
