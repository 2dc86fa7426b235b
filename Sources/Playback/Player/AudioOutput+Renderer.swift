import OrielAudioOutput
import OrielDecode

extension AudioOutput: AudioRenderer {}
