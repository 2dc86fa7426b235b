import OrielAudioOutput
import OrielMedia
import OrielTransport

/// What is heard of a player.
extension Player {
    /// Loudness in per cent, 0 to 130; 100 is the medium's own. Kept, where there is no sound.
    public var volume: Int {
        get { sound?.volume ?? silentVolume }
        set {
            guard newValue != volume else { return }
            silentVolume = PlaybackLimits.volume.nearest(to: newValue)
            sound?.setVolume(newValue)
            soundChanged()
        }
    }

    /// Whether nothing is heard, whatever the volume.
    public var isMuted: Bool {
        get { sound?.isMuted ?? isSilentlyMuted }
        set {
            guard newValue != isMuted else { return }
            isSilentlyMuted = newValue
            sound?.setMuted(newValue)
            soundChanged()
        }
    }

    /// How much later sound is heard than the picture is seen that it belongs to; for devices that don't tell how late they
    /// are.
    public var audioDelay: Duration {
        get { sound?.delay ?? .zero }
        set {
            sound?.delay = PlaybackLimits.audioDelay.nearest(to: newValue)
            soundChanged()
        }
    }

    /// Whether sound of it is heard now, as far as this process knows.
    package var isAudible: Bool {
        guard let sound, source.description.audio != nil else { return false }
        return !isPaused && sound.isAudible && sound.output.isConnected
    }

    /// Whether sound of it would be heard if the session let it: it plays, has sound, and is not muted.
    package var wantsToBeHeard: Bool {
        guard let sound, !isPaused, !hasEnded, source.description.audio != nil else { return false }
        return !sound.isMuted && sound.volume > 0
    }

    /// The session says how loud it may be beside others, 0 to 1.
    package func setGain(_ gain: Double) {
        guard let sound, sound.gain != gain else { return }
        sound.setGain(gain)
        soundChanged()
    }

    /// The device has news: what it plays, or that it came or went.
    package func soundHasNews() {
        guard let sound else { return }
        let wasFollowing = transport.followsDevice
        if let event = sound.takeReport(transport.clock) {
            send(event)
        } else if wasFollowing, !sound.output.isConnected {
            send(.deviceGone)
        } else {
            followSound()
        }
    }

    /// Its level, or how late it is, was changed.
    func soundChanged() {
        let wasSilent = isSilent
        followSound()
        // Where nobody saw or heard it, it stayed behind.
        if wasSilent, !isSilent { send(.rejoin) }
        notify(.sound)
    }

    /// Pictures that were left out can be had again.
    var canRejoin: Bool {
        let state = source.state
        return state.isSeekable && !state.isLive && state.duration != nil
    }

    /// Lets sound run as the clock does. While nobody sees pictures, they don't hold it up.
    func followSound() {
        guard let sound else { return }
        let now = now()
        let isSeen = transport.isSeen(at: now)
        isSilent = !isSeen && !sound.isAudible
        let isPlaying = transport.phase == .playing && !transport.isPaused && !transport.clock.isPaused
        sound.follow(transport.clock, isWanted: isPlaying && !isSilent, at: now)
        let wantsPictures = isSeen || !isPlaying || !canRejoin
        guard wantsPictures != self.wantsPictures else { return }
        self.wantsPictures = wantsPictures
        source.wantsPictures = wantsPictures
    }
}
