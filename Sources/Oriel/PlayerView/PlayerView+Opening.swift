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
    func dropped(_ text: String) {
        guard opensFiles, !isClosed else { return }
        noteUserAction()
        let list = AddressList(text)
        guard !list.media.isEmpty else { return sayFailure("What was dropped names no file and no address") }
        open(list.media)
    }

    /// Asks the desktop which files to play, unless it is asking already.
    func askForFiles() {
        guard opensFiles, chooser == nil, chooserParent == nil else { return }
        chooserParent = scene.window.flatMap { window in
            ExportedToplevel(window.picture.surface) { [weak self] handle in
                MainActor.assumeIsolated { self?.askForFiles(before: handle) }
            }
        }
        guard chooserParent != nil else { return askForFiles(before: nil) }
        chooserPatience = schedule(after: .milliseconds(300)) { [weak self] in self?.askForFiles(before: nil) }
    }

    /// - Parameter parent: the handle of the window that the dialogue belongs to.
    private func askForFiles(before parent: String?) {
        chooserPatience?()
        chooserPatience = nil
        guard !isClosed, chooser == nil else { return }
        do throws(PlatformError) {
            let loop = application.loop.eventLoop
            chooser = try FileChooser(loop: loop, title: "Play", parent: parent) { [weak self] answer in
                MainActor.assumeIsolated { self?.chosen(answer) }
            }
        } catch {
            // Not within an event of the window's.
            _ = schedule(after: .zero) { [weak self] in self?.endAsking() }
            refuse(error)
        }
    }

    /// Nothing is asked any more.
    func endAsking() {
        chooserPatience?()
        (chooser, chooserParent, chooserPatience) = (nil, nil, nil)
    }

    private func chosen(_ answer: Result<[String], PlatformError>) {
        // Not within what it calls.
        _ = schedule(after: .zero) { [weak self] in self?.endAsking() }
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
