public import COriel
import Oriel

// AVPlayer's vocabulary for programs in C: playing, rates, the volume as a fraction, and reasons as numbers.

@c @implementation @MainActor public func oriel_player_play(_ player: OpaquePointer?) -> oriel_error {
    onPlayer(player) { $0.play() }
}

@c @implementation @MainActor public func oriel_player_set_rate(
    _ player: OpaquePointer?, _ rate: Double
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in player.rate = try checked(rate) }
}

@c @implementation @MainActor public func oriel_player_set_default_rate(
    _ player: OpaquePointer?, _ rate: Double
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in player.defaultRate = try checked(rate) }
}

/// - Throws: if a rate is negative or no number.
private func checked(_ rate: Double) throws(Failure) -> Float {
    guard rate >= 0 else { throw Failure(ORIEL_ERROR_ARGUMENT, "a rate of \(rate) can't be") }
    return Float(rate)
}

@c @implementation @MainActor public func oriel_player_get_time_control(
    _ player: OpaquePointer?, _ control: UnsafeMutablePointer<oriel_time_control>?
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        guard let control else { throw .isNull("control") }
        control.pointee =
            switch player.timeControlStatus {
            case .paused: ORIEL_TIME_CONTROL_PAUSED
            case .waitingToPlayAtSpecifiedRate: ORIEL_TIME_CONTROL_WAITING
            case .playing: ORIEL_TIME_CONTROL_PLAYING
            }
    }
}

@c @implementation @MainActor public func oriel_player_set_volume_fraction(
    _ player: OpaquePointer?, _ volume: Double
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        guard !volume.isNaN else { throw Failure(ORIEL_ERROR_ARGUMENT, "the volume is no number") }
        player.volume = Float(min(max(volume, 0), 1))
    }
}

@c @implementation @MainActor public func oriel_player_get_failure(
    _ player: OpaquePointer?, _ reason: UnsafeMutablePointer<oriel_media_error>?
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        guard let reason else { throw .isNull("reason") }
        reason.pointee = player.error?.number ?? ORIEL_MEDIA_OK
    }
}

extension MediaError {
    /// The kind as C's number.
    var number: oriel_media_error {
        switch kind {
        case .noSuchFile: ORIEL_MEDIA_NO_SUCH_FILE
        case .isDirectory: ORIEL_MEDIA_IS_FOLDER
        case .permissionDenied: ORIEL_MEDIA_PERMISSION_DENIED
        case .emptyFile: ORIEL_MEDIA_EMPTY_FILE
        case .notMedia: ORIEL_MEDIA_NOT_MEDIA
        case .truncated: ORIEL_MEDIA_TRUNCATED
        case .unsupportedCodec: ORIEL_MEDIA_UNSUPPORTED_CODEC
        case .unsupportedAudio: ORIEL_MEDIA_UNSUPPORTED_AUDIO
        case .audioOnly: ORIEL_MEDIA_AUDIO_ONLY
        case .noStreams: ORIEL_MEDIA_NO_STREAMS
        case .noSubtitles: ORIEL_MEDIA_NO_SUBTITLES
        case .noSound: ORIEL_MEDIA_NO_SOUND
        case .noSize: ORIEL_MEDIA_NO_SIZE
        case .tooLarge: ORIEL_MEDIA_TOO_LARGE
        case .undecodable: ORIEL_MEDIA_UNDECODABLE
        case .picturesLost: ORIEL_MEDIA_PICTURES_LOST
        case .soundLost: ORIEL_MEDIA_SOUND_LOST
        case .network: ORIEL_MEDIA_NETWORK
        case .page: ORIEL_MEDIA_PAGE
        case .networkRefused: ORIEL_MEDIA_NETWORK_REFUSED
        case .referenceRefused: ORIEL_MEDIA_REFERENCE_REFUSED
        case .orderedChapters: ORIEL_MEDIA_ORDERED_CHAPTERS
        case .unreadable: ORIEL_MEDIA_UNREADABLE
        case .cut: ORIEL_MEDIA_CUT
        case .emptyList: ORIEL_MEDIA_EMPTY_LIST
        case .namesItself: ORIEL_MEDIA_LIST_NAMES_ITSELF
        case .interrupted: ORIEL_MEDIA_INTERRUPTED
        case .failed: ORIEL_MEDIA_FAILED
        }
    }
}
