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
            names = TrackName.names(of: player.videoTracks.map { .video($0) })
        case .audio:
            selected = player.selectedAudioTrack
            names = TrackName.names(of: player.audioTracks.map { .audio($0) })
        case .subtitle:
            selected = player.selectedSubtitleTrack
            names = TrackName.names(of: player.subtitleTracks.map { .subtitle($0) })
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
