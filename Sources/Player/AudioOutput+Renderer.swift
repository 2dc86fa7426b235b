import OrielAudioOutput
import OrielPlayback

extension AudioOutput: AudioRenderer {}
