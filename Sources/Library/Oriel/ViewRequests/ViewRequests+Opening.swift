import Logging
import OrielDemux
import OrielPlatform
import OrielPlayer
import OrielSurfaces
import OrielTexts
import OrielWayland
import OrielWindows

/// Media that the user drops on the view, pastes, or chooses in the desktop's file dialogue.
extension ViewRequests {
    /// Whether dropped and chosen files are played.
    var opensFiles: Bool { scene.options.opensFiles && player.queue != nil && !playback.refusesSeeking }

    /// Plays addresses that were dropped on the window or the overlay.
    /// - Parameter text: the list as the other program wrote it.
    func dropped(_ text: String) {
        guard opensFiles, !host.isClosed else { return }
        controllerHost.noteUserAction()
        let list = AddressList(text)
        guard !list.media.isEmpty else { return display.sayFailure(localized("No file or URL was dropped")) }
        open(list.media)
    }

    /// Opens the desktop's dialogue for files, or for a folder, unless one is open.
    func askForFiles(isFolder: Bool = false) {
        guard opensFiles, opening == nil else { return }
        application.yieldKeyboard()
        opening = FileOpening(
            isFolder: isFolder, before: scene.window?.picture.surface, application.loop, application.desktop.buses
        ) { [weak self] in self?.chosen($0) }
    }

    /// Plays the files that the user chose in the dialogue.
    func chosen(_ answer: Result<[String], PlatformError>) {
        opening = nil
        guard !host.isClosed else { return }
        switch answer {
        case .failure(let error): refuse(error)
        case .success(let addresses):
            let media = AddressList(addresses.joined(separator: "\n")).media
            if !media.isEmpty { open(media) }
        }
    }

    /// Plays the addresses and files that the clipboard names.
    func paste(_ context: RequestContext) {
        guard opensFiles else { return }
        let seats = application.desktop.globals.seats
        guard let seat = context.origin?.seat ?? seats.first(where: { $0.keyboardFocus != nil }) ?? seats.first else {
            return
        }
        seat.readClipboard { [weak self] text in MainActor.assumeIsolated { self?.pasted(text) } }
    }

    /// Plays what the clipboard's text names, or says in one line why nothing plays.
    func pasted(_ clipboard: ClipboardText) {
        guard opensFiles, !host.isClosed else { return }
        switch clipboard {
        case .none: display.sayFailure(localized("The clipboard has no text"))
        case .unreadable: display.sayFailure(localized("The clipboard's text is too long, or did not come"))
        case .text(let text):
            let media = AddressList(pasted: text).media
            guard !media.isEmpty else {
                return display.sayFailure(localized("The clipboard has no web address and no file's path"))
            }
            open(media)
        }
    }

    private func refuse(_ error: PlatformError) {
        scene.log.warning("no file dialogue: \(error); drop a file on the window, or run oriel add FILE")
        display.sayFailure(localized("No file dialogue on this desktop; drop a file on the window"))
    }

    /// Plays media as soon as the first of them has a frame; the present item plays until then, and for good if none
    /// can be played. It stays in the playlist before them. Subtitles are added to the first of them, or to the present
    /// item if there are no other files.
    func open(_ media: [String]) {
        let subtitles = SubtitleNeighbours.readable(media.filter(SubtitleNeighbours.isSubtitles))
        let films = media.filter { !SubtitleNeighbours.isSubtitles($0) }
        guard films.isEmpty else { return play(films, with: subtitles) }
        guard player.currentItem != nil else {
            return display.sayFailure(localized("Open a video before its subtitles"))
        }
        player.addSubtitles(subtitles)
    }

    private func play(_ media: [String], with subtitles: [String]) {
        application.lists.read(media, allowsNetwork: player.itemOptions.allowsNetwork) { [weak self] found in
            guard let self, !host.isClosed else { return }
            tell(found.problems)
            guard let first = found.items.first else {
                return display.sayFailure(
                    found.problems.first.map { "\($0)" } ?? localized("No playable file was found"))
            }
            play([subtitles.isEmpty ? first : first.copy(subtitleFiles: subtitles)] + found.items.dropFirst())
        }
    }

    private func play(_ items: [PlayerItem]) {
        player.open(items)
        sayAwaitedItemLater()
    }
}
