import OrielLibav
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielTexts

/// The tracks of a player as a person reads them, in messages and menus alike.
@MainActor
struct ShownTracks {
    let selected: Int?
    private let names: [TrackName]

    init(_ kind: PlayerCommand.TrackKind, of player: Player) {
        switch kind {
        case .video:
            selected = player.selectedVideoTrack
            names = player.videoTracks.enumerated().map {
                TrackName(language: $1.language, title: $1.title, number: $0 + 1)
            }
        case .audio:
            selected = player.selectedAudioTrack
            names = player.audioTracks.enumerated().map { index, track in
                var name = TrackName(language: track.language, title: track.title ?? track.file, number: index + 1)
                if track.isCommentary { name.notes.append(localized("commentary")) }
                if track.isForVisuallyImpaired { name.notes.append(localized("described")) }
                return name
            }
        case .subtitle:
            selected = player.selectedSubtitleTrack
            names = player.subtitleTracks.enumerated().map { index, track in
                var name = TrackName(language: track.language, title: track.title ?? track.file, number: index + 1)
                if track.isForced { name.notes.append(localized("forced")) }
                if track.isForHearingImpaired { name.notes.append(localized("hard of hearing")) }
                return name
            }
        }
    }

    var isEmpty: Bool { names.isEmpty }
    var count: Int { names.count }

    /// Name of a track; empty if there is none.
    subscript(_ index: Int) -> String { names.indices.contains(index) ? names[index].text() : "" }

    /// Name of the selected track, or "Off"; "None" without tracks.
    var selection: String { selected.map { self[$0] } ?? (isEmpty ? localized("None") : localized("Off")) }
}

/// A delay such as `+100 ms`.
package enum DelayText {
    package static func text(_ delay: Duration) -> String {
        let milliseconds = delay.nanoseconds / 1_000_000
        return "\(milliseconds > 0 ? "+" : "")\(milliseconds) ms"
    }
}

extension VideoGravity {
    var name: String {
        switch self {
        case .resizeAspect: localized("Fit")
        case .resizeAspectFill: localized("Fill")
        case .resize: localized("Stretch")
        }
    }
}

extension VideoCrop {
    var name: String {
        switch self {
        case .none: localized("Off")
        case .part, .pixels, .held: localized("On")
        case .blackBars: localized("Black bars")
        }
    }
}

extension PictureForm {
    static func name(ofAspect aspect: Rational?) -> String {
        guard let aspect else { return localized("Original") }
        return aspect == Rational(47, 20) ? "2.35:1" : "\(aspect.numerator):\(aspect.denominator)"
    }
}
