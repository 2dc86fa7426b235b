import Logging
import OrielPlatform
import OrielPlayback
import OrielPlayer
import OrielSessionBus
import OrielSurfaces
import OrielText
import OrielWayland
import OrielWindows

/// Media that a person brings: dropped on the picture, or chosen in the desktop's dialogue.
extension PlayerView {
    /// Whether what is dropped is played.
    var opensFiles: Bool { scene.options.opensFiles && player.queue != nil && !requiresLinearPlayback }

    /// Addresses were dropped on the window or the overlay, as another program wrote them.
    package func dropped(_ text: String) {
        guard opensFiles, !isClosed else { return }
        noteUserAction()
        let list = AddressList(text)
        guard !list.media.isEmpty else { return sayFailure("What was dropped names no file and no address") }
        open(list.media)
    }

    /// Asks the desktop which files to play, unless its dialogue is open.
    func askForFiles() {
        guard opensFiles, state.opening == nil else { return }
        state.opening = FileOpening(before: scene.window?.picture.surface, application.loop) { [weak self] in
            self?.chosen($0)
        }
    }

    /// Plays what was chosen in the dialogue.
    func chosen(_ answer: Result<[String], PlatformError>) {
        state.opening = nil
        guard !isClosed else { return }
        switch answer {
        case .failure(let error): refuse(error)
        case .success(let addresses):
            let media = AddressList(addresses.joined(separator: "\n")).media
            if !media.isEmpty { open(media) }
        }
    }

    private func refuse(_ error: PlatformError) {
        scene.log.warning("no dialogue for files: \(error); drop a file on the window, or name it to oriel add")
        sayFailure("No dialogue for files here; drop a file on the window")
    }

    /// Plays media in the place of the present one, which stays in the list before them. Subtitles are those of what is played, or
    /// of what comes with them.
    func open(_ media: [String]) {
        let subtitles = SubtitleNeighbours.readable(media.filter(SubtitleNeighbours.isSubtitles))
        let films = media.filter { !SubtitleNeighbours.isSubtitles($0) }
        guard films.isEmpty else { return play(films, with: subtitles) }
        guard player.currentItem != nil else { return sayFailure("Subtitles go with something that is played") }
        player.addSubtitles(subtitles)
    }

    private func play(_ media: [String], with subtitles: [String]) {
        application.lists.read(media, allowsNetwork: player.itemOptions.allowsNetwork) { [weak self] found in
            guard let self, !isClosed else { return }
            tell(found.problems)
            guard let first = found.items.first else {
                return sayFailure(found.problems.first.map { "\($0)" } ?? "Nothing that can be played is in there")
            }
            play([subtitles.isEmpty ? first : first.copy(subtitleFiles: subtitles)] + found.items.dropFirst())
        }
    }

    private func play(_ items: [PlayerItem]) {
        let before = player.currentItem
        player.insert(items, after: before)
        if before != nil { player.advanceToNextItem() }
        player.resume()
    }
}
