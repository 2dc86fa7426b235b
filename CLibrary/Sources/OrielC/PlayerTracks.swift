public import COriel
import Oriel

// Tracks of a player.

@c @implementation @MainActor public func oriel_player_get_tracks(
    _ player: OpaquePointer?, _ kind: oriel_track_kind, _ count: UnsafeMutablePointer<Int>?,
    _ selected: UnsafeMutablePointer<Int>?
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        let tracks = try Tracks(kind, of: player)
        count?.pointee = tracks.names.count
        selected?.pointee = player[keyPath: tracks.selected] ?? -1
    }
}

@c @implementation @MainActor public func oriel_player_track_name(
    _ player: OpaquePointer?, _ kind: oriel_track_kind, _ index: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int, _ length: UnsafeMutablePointer<Int>?
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        let tracks = try Tracks(kind, of: player)
        try tracks.check(index)
        try Arguments.answer(tracks.names[index], to: buffer, size, length)
    }
}

@c @implementation @MainActor public func oriel_player_select_track(
    _ player: OpaquePointer?, _ kind: oriel_track_kind, _ index: Int
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        let tracks = try Tracks(kind, of: player)
        if index != -1 { try tracks.check(index) }
        player[keyPath: tracks.selected] = index == -1 ? nil : index
    }
}

/// The tracks of one kind.
@MainActor
private struct Tracks {
    let names: [String]
    let selected: ReferenceWritableKeyPath<Player, Int?>

    init(_ kind: oriel_track_kind, of player: Player) throws(Failure) {
        let characteristic: MediaInfo.Characteristic
        switch kind {
        case ORIEL_TRACK_VIDEO: (characteristic, selected) = (.visual, \.selectedVideoTrack)
        case ORIEL_TRACK_SOUND: (characteristic, selected) = (.audible, \.selectedAudioTrack)
        case ORIEL_TRACK_SUBTITLES: (characteristic, selected) = (.legible, \.selectedSubtitleTrack)
        default: throw Failure(ORIEL_ERROR_ARGUMENT, "there is no kind of track \(kind.rawValue)")
        }
        names = player.currentItem?.displayNames(in: characteristic) ?? []
    }

    func check(_ index: Int) throws(Failure) {
        guard names.indices.contains(index) else { throw Failure(ORIEL_ERROR_ARGUMENT, "there is no track \(index)") }
    }
}
