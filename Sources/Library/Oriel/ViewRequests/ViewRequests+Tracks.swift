import Logging
import OrielPlayer
import OrielSceneHandoff
import OrielTexts
import OrielTransport

extension ViewRequests {
    /// Selects a track, or none.
    func select(_ kind: PlayerCommand.TrackKind, _ choice: PlayerCommand.TrackChoice, _ context: RequestContext) {
        let (selected, selectNext, none): (ReferenceWritableKeyPath<Player, Int?>, () -> Void, String?) =
            switch kind {
            case .subtitle: (\.selectedSubtitleTrack, player.selectNextSubtitleTrack, localized("No subtitles"))
            case .audio: (\.selectedAudioTrack, player.selectNextAudioTrack, localized("No sound"))
            case .video: (\.selectedVideoTrack, player.selectNextVideoTrack, nil)
            }
        let count = ShownTracks(kind, of: player).count
        switch (kind, choice) {
        case (.audio, .off) where player.isSoundOnly:
            return fail(
                context, .failed(localized("\(identifier) has no video, so its sound can't be turned off; mute it")))
        case (.video, .off):
            return fail(context, .failed(localized("the video of \(identifier) can't be turned off")))
        case (.video, _) where count > 1 && !player.source.state.isSeekable:
            return fail(
                context, .failed(localized("can't change the video of \(identifier): the stream isn't seekable")))
        case (_, .off): player[keyPath: selected] = nil
        case _ where count == 0: return fail(context, .failed(missing(kind)), saying: none)
        case (_, .next): selectNext()
        case (_, .number(let number)):
            guard number <= count else {
                return fail(context, .failed(missing(kind, number, of: count)), saying: none)
            }
            player[keyPath: selected] = number - 1
        }
        succeed(context) { display.sayTrack(kind) }
    }

    private func missing(_ kind: PlayerCommand.TrackKind) -> String {
        switch kind {
        case .subtitle: localized("\(identifier) has no subtitles")
        case .audio: localized("\(identifier) has no sound")
        case .video: localized("\(identifier) has no video")
        }
    }

    private func missing(_ kind: PlayerCommand.TrackKind, _ number: Int, of count: Int) -> String {
        let numbers = PlayerCommand.ChapterChoice.numbers(to: count)
        return switch kind {
        case .subtitle: localized("\(identifier) has no subtitles \(number); choose \(numbers)")
        case .audio: localized("\(identifier) has no sound \(number); choose \(numbers)")
        case .video: localized("\(identifier) has no video \(number); choose \(numbers)")
        }
    }
}
