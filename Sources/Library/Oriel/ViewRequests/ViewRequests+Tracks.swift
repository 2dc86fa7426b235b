import Logging
import OrielPlayer
import OrielSceneHandoff
import OrielTexts
import OrielTransport

extension ViewRequests {
    /// Selects a track, or none.
    func select(_ kind: PlayerCommand.TrackKind, _ choice: PlayerCommand.TrackChoice, _ context: RequestContext) {
        switch kind {
        case .subtitle:
            let failure = select(
                choice, of: player.subtitleTracks.count, kind, { player.selectedSubtitleTrack = $0 },
                next: player.selectNextSubtitleTrack)
            report(failure, context, localized("No subtitles")) { display.saySubtitles() }
        case .audio:
            if choice == .off, player.isSoundOnly {
                return fail(
                    context, .failed(localized("\(identifier) has no video, so its sound can't be turned off; mute it"))
                )
            }
            let failure = select(
                choice, of: player.audioTracks.count, kind, { player.selectedAudioTrack = $0 },
                next: player.selectNextAudioTrack)
            report(failure, context, localized("No sound")) { display.sayAudioTrack() }
        case .video:
            if choice == .off {
                return fail(context, .failed(localized("the video of \(identifier) can't be turned off")))
            }
            guard player.videoTracks.count < 2 || player.source.state.isSeekable else {
                return fail(
                    context, .failed(localized("can't change the video of \(identifier): the stream isn't seekable")))
            }
            let failure = select(
                choice, of: player.videoTracks.count, kind, { player.selectedVideoTrack = $0 },
                next: player.selectNextVideoTrack)
            report(failure, context, nil) { display.sayVideoTrack() }
        }
    }

    private func report(
        _ failure: CommandFailure?, _ context: RequestContext, _ line: String?, _ announce: () -> Void
    ) {
        if let failure { fail(context, failure, saying: line) } else { succeed(context, announce) }
    }

    private func select(
        _ choice: PlayerCommand.TrackChoice, of count: Int, _ kind: PlayerCommand.TrackKind, _ select: (Int?) -> Void,
        next: () -> Void
    ) -> CommandFailure? {
        switch choice {
        case .off: select(nil)
        case _ where count == 0: return .failed(missing(kind))
        case .next: next()
        case .number(let number):
            guard number <= count else {
                return .failed(missing(kind, number, of: count))
            }
            select(number - 1)
        }
        return nil
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
